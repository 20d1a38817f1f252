"""The analyses of Yams. The site does not need them to keep score."""
