"""A match: who may, its log and its past, series, proposals, exports."""
