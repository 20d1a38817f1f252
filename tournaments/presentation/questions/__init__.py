"""What an organiser is asked before a write: the choices, and what follows from each."""
