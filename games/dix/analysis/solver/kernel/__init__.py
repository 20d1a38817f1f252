"""The double-dummy search of the jeu du 10, compiled by numba. It answers as `plain_solver` does.

A card is the bit `16 * suit + rank` of an int64. The worth of cards is in units: a unit is 5
points, or one trick. The search answers yes-or-no questions of the form « can side 0 take `need`
units more from here? ». `options` switches each shortcut off, for the tests: no shortcut may
change an answer.

Every answer comes with the cards on which it *rests*: in each suit, the lowest card whose rank
mattered, and all cards above it. The lower cards may be exchanged between the hands without
changing the answer, as long as each hand keeps its number of them and the cards with points stay
where they are.

`words` is the memory of a search; its indexes are named in `memory`. `known` stores the
positions that were met; `positions` defines how.

No function of the search creates an array, because counting the references to arrays took an
eighth of the time of a search. A function that returns several numbers returns a tuple, which
takes no memory.
"""
