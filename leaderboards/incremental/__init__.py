"""Updates boards by one match at a time, as matches finish and are corrected."""
