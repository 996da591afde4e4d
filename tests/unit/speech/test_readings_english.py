"""What people write in English, and how a careful reader says it."""

from __future__ import annotations

import pytest

from app.core.types import Language
from app.speech.chunking import split

READINGS = """
# cardinals
0 birds | zero birds
12 birds | twelve birds
101 steps | one hundred and one steps
1,200 seats | one thousand two hundred seats
1.200,5 tonnes | one thousand two hundred point five tonnes
2,500,000 people | two million five hundred thousand people
-5 | minus five
−5 | minus five
١٢٫٥ metres | twelve point five metres
۱۲ birds | twelve birds
１２ birds | twelve birds
18+ | eighteen plus
~50 birds | about fifty birds
007 | zero zero seven
123456789 | one two three four five six seven eight nine
# ordinals and Roman numerals
the 1st | the first
the 21st | the twenty-first
3rd, 22nd | third, twenty-second
a 1st-class seat | a first-class seat
Henry VIII | Henry the eighth
World War II | World War two
Chapter IV | Chapter four
the XIX century | the nineteenth century
# decimals, percentages, fractions, powers
3.14 | three point one four
4,9 km | four point nine kilometres
0.5 litres | zero point five litres
.5 km | point five kilometres
12.5% | twelve point five percent
50 % | fifty percent
10–15% | ten to fifteen percent
10%–15% | ten to fifteen percent
3/4 | three quarters
1/2 hour | half an hour
½ km | half a kilometre
¾ | three quarters
2½ hours | two and a half hours
1 1/2 cups | one and a half cups
50/50 | fifty-fifty
7/22 | seven over twenty-two
10⁶ | ten to the power of six
x² + y² | x squared plus y squared
2^8 | two to the power of eight
5-3=2 | five minus three equals two
2*3=6 | two times three equals six
5 × 3 | five times three
# years, decades, eras
in 1995 | in nineteen ninety-five
1995 birds | one thousand nine hundred and ninety-five birds
since 2008 | since two thousand and eight
by 2030 | by twenty thirty
the 1990s | the nineteen nineties
the '90s | the nineties
30s | thirty seconds
1995–2003 | nineteen ninety-five to two thousand and three
2019–20 | twenty nineteen to twenty twenty
c. 1850 | circa eighteen fifty
79 AD | seventy-nine eh D
300 BC | three hundred B C
Q1 2026 | Q one twenty twenty-six
# dates
2026-03-12 | twelfth of March twenty twenty-six
25/12/2024 | twenty-fifth of December twenty twenty-four
12/25/2024 | twenty-fifth of December twenty twenty-four
12.03.2026 | twelfth of March twenty twenty-six
01/02/26 | first of February twenty twenty-six
March 12, 2024 | March twelfth, twenty twenty-four
5 May | fifth of May
12th March | twelfth of March
12–15 March | twelfth to fifteenth of March
Sun, 12 March | Sunday, twelfth of March
Mon–Fri | Monday to Friday
12 Sept. | twelfth of September
# times
at 10:45 | at ten forty-five
at 9:05 am | at nine oh five eh M
9.30 am | nine thirty eh M
10.30am | ten thirty eh M
5pm | five P M
at 10:00 | at ten o'clock
13:30 | one thirty P M
00:00 | midnight
9:00-17:00 | nine o'clock to five P M
9am–5pm | nine eh M to five P M
9-5pm | nine to five P M
6 a.m. to 7 p.m. | six eh M to seven P M
24/7 | twenty-four seven
# ranges, ratios, comparisons
10–12 people | ten to twelve people
10 – 12 people | ten to twelve people
5-10 km | five to ten kilometres
5–10km | five to ten kilometres
ratio 3:1 | ratio three to one
a < b | a less than b
a queue of < 5 people | a queue of less than five people
3 > 2 | three greater than two
x<5 | x less than five
≥ 5 | at least five
Hall 2 → Hall 3 | Hall two to Hall three
# money
$13.60 | thirteen dollars and sixty cents
$1.01 | one dollar and one cent
$0.99 | ninety-nine cents
€1 | one euro
20€ | twenty euros
12,50 € | twelve point five zero euros
$5 million | five million dollars
$1.5m | one point five million dollars
£2bn | two billion pounds
$5–10 | five to ten dollars
-$5 | minus five dollars
US$20 | twenty U S dollars
AED 50 | fifty dirhams
50 AED | fifty dirhams
AED50 | fifty dirhams
AED 2 million | two million dirhams
¥500 | five hundred yen
50¢ | fifty cents
# units
1 km | one kilometre
-5 °C | minus five degrees Celsius
45° | forty-five degrees
24°28'N | twenty-four degrees twenty-eight minutes north
80 km/h | eighty kilometres an hour
50 m² | fifty square metres
5kg | five kilograms
a 5 km walk | a five kilometre walk
a 5-km walk | a five kilometre walk
5'10" | five feet ten inches
10x15 cm | ten by fifteen centimetres
10 x 15 cm | ten by fifteen centimetres
30 kWh | thirty kilowatt hours
5G network | five G network
5 in the morning | five in the morning
a 5-year-old | a five year-old
# telephones, rooms, codes
+971 50 123 4567 | plus nine seven one, five zero, one two three, four five six seven
call 050-123-4567 | call zero five zero, one two three, four five six seven
call 999 | call nine nine nine
call 800 1234 | call eight zero zero, one two three four
Room 204 | Room two oh four
Room 1204 | Room twelve oh four
Room 300 | Room three hundred
Room 007 | Room zero zero seven
code 4512 | code four five one two
No. 7 | number seven
№ 5 | number five
#1 | number one
# abbreviations and names
Dr. Smith | doctor Smith
Dr Smith and St John | doctor Smith and saint John
Main St. | Main street
Mr. Jones, e.g. | mister Jones, for example
pp. 5–10 | pages five to ten
tea, coffee, etc. | tea, coffee, et cetera
Fig. 3 vs. Fig. 4 | figure three versus figure four
J. K. Rowling | J K Rowling
Hall A is open | Hall eh is open
a room w/o a door | a room without a door
# acronyms
the UAE | the U eh E
UNESCO and NASA | Unesco and Nasa
a BBC film | a B B C film
the USA's DVDs | the U S eh's D V D's
U.S. maps | U S maps
CO2 and H₂O | C O two and H two O
STOP THE CAR NOW | STOP THE CAR NOW
COVID-19 | Covid nineteen
C++ and C# | C plus plus and C sharp
# web
info@demo.example | info at demo dot example
www.demo.ae/map | W W W dot demo dot eh E slash map
https://demo.example/ | demo dot example
see demo.co.uk | see demo dot C O dot U K
#tour_2026 | hashtag tour two thousand and twenty-six
[our map](https://demo.example/x) | our map
# markup, emoji, signs
<Hall 3>, please | Hall three, please
<b>Hall</b>&nbsp;B | Hall B
salt & pepper | salt and pepper
salt &amp; pepper | salt and pepper
**bold** and _soft_ | bold and soft
Hello 🎉 world 👋🏽 | Hello world
Press 1️⃣ now | Press one now
“Quoted” — (words)… | Quoted words.
© 2026 Lisan™ | copyright two thousand and twenty-six Lisan
-- a -- b --- | a b
• first | first
# letters of others
ﬁnd Ｆｕｌｌ | find Full
𝐇𝐞𝐥𝐥𝐨 | Hello
Łódź and Straße | Lódz and Strasse
Добро пожаловать | Dobro pozhalovat
会場 and θ | Chinese word and theta
"""


def rows(table: str) -> list[tuple[str, str]]:
    lines = [line for line in table.strip().splitlines() if not line.startswith("# ")]
    return [(written, spoken) for written, _, spoken in (line.rpartition(" | ") for line in lines)]


def said(text: str, language: Language | None = None) -> str:
    return " ".join(chunk.spoken for chunk in split(text, language))


@pytest.mark.parametrize(("written", "spoken"), rows(READINGS))
def test_english_is_read_as_it_is_said(written: str, spoken: str) -> None:
    assert said(written, Language.EN) == spoken


@pytest.mark.parametrize(("written", "spoken"), rows(READINGS))
def test_reading_what_was_read_changes_nothing(written: str, spoken: str) -> None:
    assert said(spoken, Language.EN) == spoken


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(rows(READINGS)) >= 120
