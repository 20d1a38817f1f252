"""Translations: the sentences of the code, the catalogues, and our words for those of libraries."""
