"""The pages of a table. A view reads the match and the form, checks the rights, calls a service,
and renders the page.
"""
