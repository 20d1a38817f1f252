"""French for sentences of the libraries that players see, in plain words.

Django and its REST framework translate them in the style of an office: « Assurez-vous que cette
valeur est supérieure ou égale à… ». The sentences here are compiled into our own catalogue, which
comes before theirs.
"""

FRENCH = {
    # From Django's validators.
    "Ensure this value is %(limit_value)s (it is %(show_value)s).": (
        "Il faut %(limit_value)s, et non %(show_value)s."
    ),
    "Ensure this value is less than or equal to %(limit_value)s.": (
        "Il faut %(limit_value)s au plus."
    ),
    "Ensure this value is greater than or equal to %(limit_value)s.": (
        "Il faut %(limit_value)s au moins."
    ),
    "Ensure this value is a multiple of step size %(limit_value)s.": (
        "Il faut un multiple de %(limit_value)s."
    ),
    "Ensure this value is a multiple of step size %(limit_value)s, starting from %(offset)s, e.g. "
    "%(offset)s, %(valid_value1)s, %(valid_value2)s, and so on.": (
        "Il faut %(offset)s, %(valid_value1)s, %(valid_value2)s, et ainsi de suite."
    ),
    # From the REST framework.
    "Ensure this value is less than or equal to {max_value}.": "Il faut {max_value} au plus.",
    "Ensure this value is greater than or equal to {min_value}.": "Il faut {min_value} au moins.",
    "Ensure this field has no more than {max_length} characters.": (
        "C'est trop long : {max_length} caractères au plus."
    ),
    "Ensure this field has at least {min_length} characters.": (
        "C'est trop court : {min_length} caractères au moins."
    ),
    "Ensure this field has no more than {max_length} elements.": (
        "C'est trop long : {max_length} éléments au plus."
    ),
    "Ensure this field has at least {min_length} elements.": (
        "C'est trop court : {min_length} éléments au moins."
    ),
    "Ensure this filename has at most {max_length} characters (it has {length}).": (
        "Ce nom de fichier a {length} caractères : il en faut {max_length} au plus."
    ),
    "Ensure that there are no more than {max_digits} digits in total.": (
        "Il faut {max_digits} chiffres au plus."
    ),
    "Ensure that there are no more than {max_decimal_places} decimal places.": (
        "Il faut {max_decimal_places} décimales au plus."
    ),
    "Ensure that there are no more than {max_whole_digits} digits before the decimal point.": (
        "Il faut {max_whole_digits} chiffres au plus avant la virgule."
    ),
}
# Sentences with a plural: the library's two forms, and ours.
FRENCH_FORMS = {
    (
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ): (
        "Il faut %(limit_value)d caractère au moins (il y en a %(show_value)d).",
        "Il faut %(limit_value)d caractères au moins (il y en a %(show_value)d).",
    ),
    (
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ): (
        "Il faut %(limit_value)d caractère au plus (il y en a %(show_value)d).",
        "Il faut %(limit_value)d caractères au plus (il y en a %(show_value)d).",
    ),
    (
        "Ensure that there are no more than %(max)s digit in total.",
        "Ensure that there are no more than %(max)s digits in total.",
    ): ("Il faut %(max)s chiffre au plus.", "Il faut %(max)s chiffres au plus."),
    (
        "Ensure that there are no more than %(max)s decimal place.",
        "Ensure that there are no more than %(max)s decimal places.",
    ): ("Il faut %(max)s décimale au plus.", "Il faut %(max)s décimales au plus."),
    (
        "Ensure that there are no more than %(max)s digit before the decimal point.",
        "Ensure that there are no more than %(max)s digits before the decimal point.",
    ): (
        "Il faut %(max)s chiffre au plus avant la virgule.",
        "Il faut %(max)s chiffres au plus avant la virgule.",
    ),
    (
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
    ): (
        "Ce nom de fichier a %(length)d caractères : il en faut %(max)d au plus.",
        "Ce nom de fichier a %(length)d caractères : il en faut %(max)d au plus.",
    ),
}
