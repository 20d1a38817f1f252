"""English dates and times.

Times have no full stops, because « at 9:04 p.m.. » would end a sentence twice. The day comes before
the month, as on the pages that write the month out: French clubs read 03/04 as a day in April.
"""

TIME_FORMAT = "g:i A"
DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, g:i A"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, g:i A"
