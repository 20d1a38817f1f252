"""Pages of tournaments: fetch, permit, form, service, render."""
