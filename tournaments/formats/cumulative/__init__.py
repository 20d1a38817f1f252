"""The concours aux points: the scores of a fixed number of deals are added up."""
