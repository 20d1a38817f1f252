"""The layer between uvicorn and Django: request bodies, worker threads, admission."""
