"""The pages of a table. A view fetches, permits, reads a form, calls a service, renders."""
