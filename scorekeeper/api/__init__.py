"""The API as a whole: its description, its errors, its rate limits."""
