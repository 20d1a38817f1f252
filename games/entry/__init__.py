"""Makes entries from forms and inputs: pads, forms of rulesets, API shapes, names of sides."""
