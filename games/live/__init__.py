"""Watchers of a match: this process's hub, the readers, and the parts drawn once for them all."""
