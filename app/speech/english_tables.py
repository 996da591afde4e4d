"""What the rules of `app.speech.english` look up: names, plurals and readings."""

from typing import Final

MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
SHORT_MONTHS: Final = {month[:3]: month for month in MONTHS if month != "may"} | {"sept": "september"}
SHORT_DAYS: Final = {
    "mon": "Monday", "tue": "Tuesday", "tues": "Tuesday", "wed": "Wednesday", "thu": "Thursday",
    "thur": "Thursday", "thurs": "Thursday", "fri": "Friday", "sat": "Saturday", "sun": "Sunday",
}  # fmt: skip
ALSO_WORDS: Final = frozenset({"wed", "sat", "sun", "mar", "jan", "fri"})
"""Short names that are words of their own: days and months only beside a number, a dash or a full stop."""

YEAR_CUES: Final = frozenset(
    {
        *MONTHS,
        *SHORT_MONTHS,
        *"in since year until till from before after circa around by".split(),
        *"spring summer autumn winter ad ce".split(),
    }
)
ERAS: Final = frozenset({"ad", "a.d", "bc", "b.c", "ce", "bce"})

CURRENCIES: Final = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "us$": ("U S dollar", "U S dollars", "cent", "cents"),
    "a$": ("Australian dollar", "Australian dollars", "cent", "cents"),
    "c$": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "¥": ("yen", "yen", "", ""),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "", ""),
    "₽": ("rouble", "roubles", "kopeck", "kopecks"),
    "₺": ("lira", "lira", "kurush", "kurush"),
    "₪": ("shekel", "shekels", "agora", "agorot"),
    "₫": ("dong", "dong", "", ""),
    "₱": ("peso", "pesos", "centavo", "centavos"),
    "₦": ("naira", "naira", "kobo", "kobo"),
    "₴": ("hryvnia", "hryvnias", "kopeck", "kopecks"),
    "₿": ("bitcoin", "bitcoins", "", ""),
    "฿": ("baht", "baht", "satang", "satang"),
    "﷼": ("riyal", "riyals", "", ""),
    "aed": ("dirham", "dirhams", "fils", "fils"),
    "dhs": ("dirham", "dirhams", "fils", "fils"),
    "dh": ("dirham", "dirhams", "fils", "fils"),
    "sar": ("riyal", "riyals", "halala", "halalas"),
    "qar": ("riyal", "riyals", "dirham", "dirhams"),
    "omr": ("rial", "rials", "", ""),
    "kwd": ("dinar", "dinars", "", ""),
    "bhd": ("dinar", "dinars", "", ""),
    "jod": ("dinar", "dinars", "", ""),
    "egp": ("Egyptian pound", "Egyptian pounds", "piastre", "piastres"),
    "usd": ("dollar", "dollars", "cent", "cents"),
    "eur": ("euro", "euros", "cent", "cents"),
    "gbp": ("pound", "pounds", "penny", "pence"),
    "inr": ("rupee", "rupees", "paisa", "paise"),
    "jpy": ("yen", "yen", "", ""),
    "cny": ("yuan", "yuan", "", ""),
    "chf": ("Swiss franc", "Swiss francs", "centime", "centimes"),
}
"""One, many, and one and many of the hundredth part; empty where there is none in use."""

BIG: Final = {
    "k": "thousand",
    "m": "million",
    "mn": "million",
    "bn": "billion",
    "b": "billion",
    "tn": "trillion",
}
BIG_WORDS: Final = frozenset({"hundred", "thousand", "million", "billion", "trillion"})

UNITS: Final = {
    "km": ("kilometre", "kilometres"),
    "m": ("metre", "metres"),
    "cm": ("centimetre", "centimetres"),
    "mm": ("millimetre", "millimetres"),
    "µm": ("micrometre", "micrometres"),
    "nm": ("nanometre", "nanometres"),
    "mi": ("mile", "miles"),
    "ft": ("foot", "feet"),
    "in": ("inch", "inches"),
    "yd": ("yard", "yards"),
    "km²": ("square kilometre", "square kilometres"),
    "km2": ("square kilometre", "square kilometres"),
    "m²": ("square metre", "square metres"),
    "m2": ("square metre", "square metres"),
    "cm²": ("square centimetre", "square centimetres"),
    "sqm": ("square metre", "square metres"),
    "m³": ("cubic metre", "cubic metres"),
    "m3": ("cubic metre", "cubic metres"),
    "ha": ("hectare", "hectares"),
    "kg": ("kilogram", "kilograms"),
    "g": ("gram", "grams"),
    "mg": ("milligram", "milligrams"),
    "t": ("tonne", "tonnes"),
    "lb": ("pound", "pounds"),
    "lbs": ("pound", "pounds"),
    "oz": ("ounce", "ounces"),
    "l": ("litre", "litres"),
    "L": ("litre", "litres"),
    "ml": ("millilitre", "millilitres"),
    "cl": ("centilitre", "centilitres"),
    "km/h": ("kilometre an hour", "kilometres an hour"),
    "kmh": ("kilometre an hour", "kilometres an hour"),
    "kph": ("kilometre an hour", "kilometres an hour"),
    "mph": ("mile an hour", "miles an hour"),
    "m/s": ("metre a second", "metres a second"),
    "h": ("hour", "hours"),
    "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"),
    "min": ("minute", "minutes"),
    "mins": ("minute", "minutes"),
    "sec": ("second", "seconds"),
    "secs": ("second", "seconds"),
    "s": ("second", "seconds"),
    "ms": ("millisecond", "milliseconds"),
    "yr": ("year", "years"),
    "yrs": ("year", "years"),
    "W": ("watt", "watts"),
    "kw": ("kilowatt", "kilowatts"),
    "mw": ("megawatt", "megawatts"),
    "kwh": ("kilowatt hour", "kilowatt hours"),
    "V": ("volt", "volts"),
    "Ω": ("ohm", "ohms"),
    "db": ("decibel", "decibels"),
    "hz": ("hertz", "hertz"),
    "khz": ("kilohertz", "kilohertz"),
    "mhz": ("megahertz", "megahertz"),
    "ghz": ("gigahertz", "gigahertz"),
    "kb": ("kilobyte", "kilobytes"),
    "mb": ("megabyte", "megabytes"),
    "gb": ("gigabyte", "gigabytes"),
    "tb": ("terabyte", "terabytes"),
    "mbps": ("megabit a second", "megabits a second"),
    "px": ("pixel", "pixels"),
    "°": ("degree", "degrees"),
    "°c": ("degree Celsius", "degrees Celsius"),
    "°f": ("degree Fahrenheit", "degrees Fahrenheit"),
    "%": ("percent", "percent"),
    "¢": ("cent", "cents"),
}
ALWAYS_UNITS: Final = frozenset({"°", "°c", "°f", "%", "km/h", "km²", "m²", "m³"})
ATTACHED_UNITS: Final = frozenset({"in"})
"""Units that are another word when a space parts them from their number."""

COMPASS: Final = {"n": "north", "s": "south", "e": "east", "w": "west"}

TITLES: Final = {
    "Dr": "doctor",
    "Mr": "mister",
    "Mrs": "missus",
    "Ms": "miz",
    "Prof": "professor",
    "St": "saint",
}
"""Read so before a name without their stop too."""

RANKS: Final = "jr sr rev hon gov gen capt lt sgt col mt ave".split()
"""Abbreviations that stand before a name, as titles do."""

ABBREVIATIONS: Final = {
    "dr": "doctor", "mr": "mister", "mrs": "missus", "ms": "miz", "prof": "professor",
    "jr": "junior", "sr": "senior", "rev": "reverend", "hon": "honourable", "gov": "governor",
    "gen": "general", "capt": "captain", "lt": "lieutenant", "sgt": "sergeant", "col": "colonel",
    "mt": "mount", "ft": "fort", "ave": "avenue", "rd": "road", "blvd": "boulevard", "sq": "square",
    "e.g": "for example", "eg": "for example", "i.e": "that is", "ie": "that is", "etc": "et cetera",
    "vs": "versus", "viz": "namely", "cf": "compare", "approx": "approximately", "ca": "circa",
    "fig": "figure", "figs": "figures", "vol": "volume", "ed": "edition", "dept": "department",
    "est": "established", "inc": "incorporated", "ltd": "limited", "co": "company", "corp": "corporation",
    "bros": "brothers", "univ": "university", "assoc": "association", "govt": "government",
    "min": "minimum", "max": "maximum", "avg": "average", "incl": "including", "excl": "excluding",
    "tel": "telephone", "ext": "extension", "apt": "apartment", "bldg": "building", "fl": "floor",
    "a.k.a": "also known as", "misc": "miscellaneous", "temp": "temperature", "intl": "international",
}  # fmt: skip
"""Read so when a full stop follows, or stands inside."""

WRITTEN_SO: Final = {
    "w/": "with",
    "w/o": "without",
    "50/50": "fifty-fifty",
    "24/7": "twenty-four seven",
    "c++": "C plus plus",
    "c#": "C sharp",
    "r&b": "R and B",
    "q&a": "Q and eh",
    "o'clock": "o'clock",
    "&c": "et cetera",
    "->": "to",
    "=>": "to",
    "<-": "",
    "<=": "at most",
    ">=": "at least",
    "!=": "is not",
    "==": "equals",
}
"""Whole words that no rule reads."""

BEFORE_NUMBERS: Final = {
    "no": "number", "nos": "numbers", "p": "page", "pp": "pages", "ch": "chapter", "fig": "figure",
    "c": "circa", "b": "born", "d": "died", "vol": "volume", "sec": "section", "art": "article",
}  # fmt: skip
"""Abbreviations with a full stop that are read so only before a number."""

ROOMS: Final = frozenset({"room", "rooms", "suite", "apartment", "apt", "flat", "bus", "route", "highway"})
"""What is numbered as hotels number rooms: 204 is two oh four."""

CODES: Final = frozenset({"code", "pin", "extension", "ext", "flight", "password", "passcode", "zip", "isbn"})
"""What is read digit by digit."""

LETTERED: Final = frozenset(
    "hall room section gate plan block type grade vitamin part zone door stage team group level exhibit "
    "stand".split()
)
"""What is named by a letter: `Hall A`."""

PHONE_CUES: Final = frozenset(
    "call calls phone telephone tel mobile fax whatsapp dial ring number hotline text emergency".split()
)

ROMAN: Final = {
    name: value
    for value, name in enumerate(
        "II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), start=2
    )
}
COUNTED_IN_ROMAN: Final = frozenset(
    "war chapter part phase volume act scene level type book section stage grade class mark appendix".split()
)

VULGAR: Final = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
}  # fmt: skip
PARTS: Final = {
    2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth",
    10: "tenth", 12: "twelfth", 16: "sixteenth", 20: "twentieth", 100: "hundredth", 1000: "thousandth",
}  # fmt: skip

SUPERSCRIPTS: Final = {
    "²": "squared",
    "³": "cubed",
    **{sign: f"to the power of {name}" for sign, name in zip(
        "⁰¹⁴⁵⁶⁷⁸⁹", "zero one four five six seven eight nine".split(), strict=True)},
}  # fmt: skip

RARE_CURRENCIES: Final = (
    "colons francs lira pesetas rupees kip tugrik drachmas guarani cedis tenge manat lari afghani".split()
)

SYMBOLS: Final = {
    "&": "and",
    "+": "plus",
    "−": "minus",
    "=": "equals",
    "@": "at",
    "%": "percent",
    "‰": "per mille",
    "°": "degrees",
    "×": "times",
    "÷": "divided by",
    "±": "plus or minus",
    "≈": "about",
    "≠": "is not",
    "≤": "at most",
    "≥": "at least",
    "<": "less than",
    ">": "greater than",
    "→": "to",
    "∞": "infinity",
    "√": "square root of",
    "∑": "sum of",
    "µ": "micro",
    "€": "euros",
    "£": "pounds",
    "$": "dollars",
    "¥": "yen",
    "¢": "cents",
    "¤": "currency",
    "#": "number",
    "№": "number",
    "§": "section",
    "©": "copyright",
    **SUPERSCRIPTS,
    **dict(zip("₡₣₤₧₨₭₮₯₲₵₸₼₾؋", RARE_CURRENCIES, strict=True)),
    **dict.fromkeys("₠₢₥₰₳₶₷₻⃀", "currency"),
    "∂": "partial",
    "∆": "delta",
    "∏": "product of",
    "∈": "in",
    "∫": "integral of",
    "≅": "about",
    "≡": "equals",
    "؆": "cube root of",
    "؇": "fourth root of",
    "؉": "per mille",
    "؊": "per ten thousand",
    "‱": "per ten thousand",
    **{sign: names[1] for sign, names in CURRENCIES.items() if len(sign) == 1},
}

WEB: Final = {
    ".": "dot",
    "/": "slash",
    "-": "dash",
    "_": "underscore",
    "@": "at",
    ":": "",
    "?": "",
    "&": "and",
    "=": "equals",
    "#": "hash",
    "~": "tilde",
    "%": "percent",
    "+": "plus",
}
TOP_LEVELS: Final = frozenset("com org net edu gov info museum example dev app art store online".split())
"""Ends of web addresses that are said; others of up to three letters are spelled."""

LETTER_A: Final = "eh"
"""The letter A where it is spelled: alone, every voice takes it for the article."""

SAID_ACRONYMS: Final = frozenset(
    "NASA UNESCO UNICEF NATO OPEC FIFA UEFA ASAP RAM ROM PIN SIM LASER RADAR SONAR SCUBA COVID AIDS WIFI "
    "ISRO ASEAN BRICS GIF JPEG RAK ADNOC EXPO COP".split()
)
"""Capitals that are said as a word."""

SMALL_WORDS: Final = frozenset(
    "AM AN AND ARE AS AT BE BUT BY CAN DAY DO FOR GET GO HAS HE HER HIM HIS HOW IF IN IS ITS ME MY NEW NO "
    "NOT NOW OF OFF OLD ON ONE OR OUR OUT SEE SHE SO STOP THE TO TOO TWO UP USE WAS WE WAY WHO WHY YES "
    "YOU ALL ANY OPEN EXIT SALE FREE PUSH PULL DON ART MAP SEA SUN ICE BAY HI BYE WET DRY HOT RED TRY ASK "
    "SIT EAT".split()
)
"""Capitals that shout a word: up to four letters, where others are spelled."""
