"""Pages of tournaments. A view finds the tournament, checks rights, calls a service and renders."""
