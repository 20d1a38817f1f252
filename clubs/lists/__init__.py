"""Lists of people as they are pasted or exported by spreadsheets: read, judged, recognised. Pure.

`cells` splits a text into cells, `columns` recognises the titles of columns, `people` splits a cell
into people. `reading` returns a row for each entrant. `near` finds the people that a club already
knows. `judging` compares the rows with them and with the present entrants.
"""
