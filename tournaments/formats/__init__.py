"""The formats of tournaments: one folder each, with its rules, draw, form and advice."""

# The folders of the formats, in the order in which a form lists them. A new format needs a
# folder, its templates and a line here.
PACKAGES = [
    "tournaments.formats.swiss",
    "tournaments.formats.formule_x",
    "tournaments.formats.cumulative",
    "tournaments.formats.single_elimination",
    "tournaments.formats.double_elimination",
    "tournaments.formats.round_robin",
    "tournaments.formats.groups",
    "tournaments.formats.maastricht",
    "tournaments.formats.cascade",
    "tournaments.formats.melee",
    "tournaments.formats.rotation",
    "tournaments.formats.ladder",
    "tournaments.formats.tables",
]
