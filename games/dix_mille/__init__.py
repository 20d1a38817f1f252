"""10 000: dice thrown as long as they score, a column of paliers, coches and falls."""
