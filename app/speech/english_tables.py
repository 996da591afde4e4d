"""What the rules of `app.speech.english` look up: names, plurals and readings."""

from typing import Final

MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
SHORT_MONTHS: Final = {month[:3]: month for month in MONTHS if month != "may"} | {"sept": "september"}

YEAR_CUES: Final = frozenset(
    {
        *MONTHS,
        *SHORT_MONTHS,
        "in",
        "since",
        "year",
        "until",
        "till",
        "from",
        "before",
        "after",
        "circa",
        "around",
    }
)

CURRENCIES: Final = {
    "$": ("dollar", "dollars", "cents"),
    "€": ("euro", "euros", "cents"),
    "£": ("pound", "pounds", "pence"),
    "¥": ("yen", "yen", ""),
    "₹": ("rupee", "rupees", "paise"),
    "aed": ("dirham", "dirhams", "fils"),
    "sar": ("riyal", "riyals", "halalas"),
    "qar": ("riyal", "riyals", "dirhams"),
    "usd": ("dollar", "dollars", "cents"),
    "eur": ("euro", "euros", "cents"),
    "gbp": ("pound", "pounds", "pence"),
}

UNITS: Final = {
    "km": ("kilometre", "kilometres"),
    "m": ("metre", "metres"),
    "cm": ("centimetre", "centimetres"),
    "mm": ("millimetre", "millimetres"),
    "mi": ("mile", "miles"),
    "ft": ("foot", "feet"),
    "in": ("inch", "inches"),
    "km²": ("square kilometre", "square kilometres"),
    "km2": ("square kilometre", "square kilometres"),
    "m²": ("square metre", "square metres"),
    "m2": ("square metre", "square metres"),
    "m³": ("cubic metre", "cubic metres"),
    "ha": ("hectare", "hectares"),
    "kg": ("kilogram", "kilograms"),
    "g": ("gram", "grams"),
    "mg": ("milligram", "milligrams"),
    "t": ("tonne", "tonnes"),
    "lb": ("pound", "pounds"),
    "lbs": ("pound", "pounds"),
    "oz": ("ounce", "ounces"),
    "l": ("litre", "litres"),
    "ml": ("millilitre", "millilitres"),
    "km/h": ("kilometre an hour", "kilometres an hour"),
    "kmh": ("kilometre an hour", "kilometres an hour"),
    "mph": ("mile an hour", "miles an hour"),
    "m/s": ("metre a second", "metres a second"),
    "h": ("hour", "hours"),
    "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"),
    "min": ("minute", "minutes"),
    "mins": ("minute", "minutes"),
    "sec": ("second", "seconds"),
    "ms": ("millisecond", "milliseconds"),
    "kw": ("kilowatt", "kilowatts"),
    "kwh": ("kilowatt hour", "kilowatt hours"),
    "hz": ("hertz", "hertz"),
    "khz": ("kilohertz", "kilohertz"),
    "gb": ("gigabyte", "gigabytes"),
    "mb": ("megabyte", "megabytes"),
    "°": ("degree", "degrees"),
    "°c": ("degree Celsius", "degrees Celsius"),
    "°f": ("degree Fahrenheit", "degrees Fahrenheit"),
    "%": ("percent", "percent"),
}
ALWAYS_UNITS: Final = frozenset({"°", "°c", "°f", "%", "km/h", "km²", "m²", "m³"})

ABBREVIATIONS: Final = {
    "dr": "doctor",
    "mr": "mister",
    "mrs": "missus",
    "ms": "miz",
    "prof": "professor",
    "jr": "junior",
    "sr": "senior",
    "mt": "mount",
    "e.g": "for example",
    "eg": "for example",
    "i.e": "that is",
    "ie": "that is",
    "etc": "et cetera",
    "vs": "versus",
    "approx": "approximately",
    "fig": "figure",
    "vol": "volume",
    "dept": "department",
    "est": "established",
    "ca": "circa",
    "a.d": "A D",
    "b.c": "B C",
}
"""Read so when a full stop follows, or stands inside."""

FRACTIONS: Final = {
    "½": "one half",
    "⅓": "one third",
    "⅔": "two thirds",
    "¼": "one quarter",
    "¾": "three quarters",
}
PARTS: Final = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 8: "eighth", 10: "tenth"}

SYMBOLS: Final = {
    "&": "and",
    "+": "plus",
    "=": "equals",
    "@": "at",
    "%": "percent",
    "°": "degrees",
    "×": "times",
    "÷": "divided by",
    "±": "plus or minus",
    "≈": "about",
    "≤": "at most",
    "≥": "at least",
    "€": "euros",
    "£": "pounds",
    "$": "dollars",
    "¥": "yen",
    "#": "number",
    "½": "and a half",
    "²": "squared",
    "³": "cubed",
    "’": "'",
}
WEB: Final = {
    ".": "dot",
    "/": "slash",
    "-": "dash",
    "_": "underscore",
    "@": "at",
    ":": "",
    "?": "",
    "=": "equals",
}
