"""The code between uvicorn and Django: bodies, lanes of worker threads, admission."""
