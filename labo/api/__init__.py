"""The lab over HTTP, `/api/v1/labo/`."""
