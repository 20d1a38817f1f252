"""Reads lists of people that are pasted or exported by spreadsheets. Pure.

`cells` splits a text into cells, `columns` recognises the titles of columns, `people` splits a
cell into people. `reading` returns a row for each entrant. `near` finds the people that a club
already knows. `judging` compares the rows with these people and with the present entrants.
"""
