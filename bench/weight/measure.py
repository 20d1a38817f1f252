"""The processor time of the most expensive requests: none of them may stop the site.

Every operation of the API's description is called with expensive bodies: lists and objects as large
as the address accepts, valid ones and others. Every form of every page is sent, and every read is
made with a query as long as the server accepts.
"""

from bench.report import report_cost
from bench.weight.attacks import attacks
from bench.weight.forms import every_form
from bench.weight.lab import measure_lab
from bench.weight.operations import every_operation
from bench.weight.pasted import pasted_lists
from bench.weight.reads import every_read, first_reads_of_phones
from bench.weight.world import make_world

PARTS = (
    attacks,
    pasted_lists,
    first_reads_of_phones,
    every_operation,
    every_read,
    every_form,
)


def measure_weight() -> bool:
    """Print the most expensive request of each kind; return whether one is over its limit."""
    world = make_world()
    over = False
    for part in PARTS:
        for name, ms, limit in part(world):
            over |= report_cost(f"poids : {name}", ms, 1000 * limit)
    return measure_lab(world.visitor) or over
