"""10 000: dice thrown as long as they score, paliers written one on the other, coches and falls."""
