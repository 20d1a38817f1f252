"""Translations: the code's sentences, the catalogues, our own words for libraries' sentences."""
