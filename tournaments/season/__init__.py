"""A season of evenings and its table. Pure: it knows neither Django nor how things are stored."""
