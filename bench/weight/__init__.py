"""`python -m bench --weight`: checks that no single request can stop the site."""
