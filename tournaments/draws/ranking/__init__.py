"""Standings: what tables are worth, the criteria, duplicate scores."""
