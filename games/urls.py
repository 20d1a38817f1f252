"""Addresses of the tables: start, match, sharing; each game adds its own."""

app_name = "games"

urlpatterns = []
