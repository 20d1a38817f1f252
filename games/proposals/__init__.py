"""The proposals of tables to clubs: matches, and corrected lines of matches that count."""
