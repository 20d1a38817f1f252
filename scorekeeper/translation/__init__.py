"""Translations: the sentences of the code, the catalogues, our words for libraries' sentences."""
