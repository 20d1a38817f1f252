"""Lists of people as they are pasted or exported by spreadsheets: read, judged, recognised. Pure.

`cells` finds the columns of a text, `columns` knows their titles, `people` parts the people of a
line. `reading` makes a row for each entrant. `near` finds the names that a club already knows, and
`judging` compares the rows with them and with what is entered already.
"""
