"""`python -m bench --weight`: no single request may stop the site."""
