"""What a bulletin tells, and in which order: an evening's facts, the sentences chosen. Pure."""
