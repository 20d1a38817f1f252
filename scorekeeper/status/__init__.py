"""The state of the site for whoever hosts it: a page, warnings, and figures for monitoring.

`facts` reads it. `warnings` says what may fail quietly: the page, `/sante/` and `manage.py doctor`
use the same sentences. `measures` counts what happens, `figures` writes it for Prometheus.
"""
