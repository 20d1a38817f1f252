"""The pages that show something of several apps."""
