"""English dates and times.

The clock has 24 hours, as in French: the same evening reads the same on every phone. The day comes
before the month, and the month is written out: French clubs read 03/04 as a day in April.
"""

TIME_FORMAT = "H:i"
DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
