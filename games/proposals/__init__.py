"""What tables propose to clubs: matches, and corrected lines of those that count."""
