"""The reviews of recorded hands: two judges, the page, the API and the jobs."""
