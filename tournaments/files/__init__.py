"""A tournament as a file: of other programs (TRF16), signed for another site, drawn again."""
