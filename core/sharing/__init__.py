"""What is shared of a page outside the site: pictures, and what messengers show of its address."""
