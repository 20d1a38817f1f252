"""A match: rights, its log and its past, series, proposals, exports."""
