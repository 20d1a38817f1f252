"""Pages of tournaments: a view fetches, checks rights, reads, calls a service and renders."""
