"""Tournaments as files: for other programs (TRF16), signed for other sites, or drawn again."""
