"""Translations: the sentences of the code, the catalogues, the libraries' own words."""
