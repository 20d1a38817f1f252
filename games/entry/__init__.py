"""From a form or from inputs to an entry: pads, forms of rules, shapes, names of sides."""
