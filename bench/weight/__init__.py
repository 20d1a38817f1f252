"""`python -m bench --weight`: one request must not stop the site."""
