"""Arabic nouns that are counted: their gender, and their forms after each kind of number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from app.speech.tashkeel import MARKS

_DUAL_END: Final = re.compile(r"ان(?= |$)")


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun as one, as three to ten, and as eleven to ninety-nine."""

    singular: str
    dual: str
    plural: str
    accusative: str
    feminine: bool
    scale: bool = False
    """Whether it counts another noun itself: thousand, million."""

    def one(self) -> str:
        """The noun as one thing."""
        return f"{self.singular} {'واحدة' if self.feminine else 'واحد'}"

    def two(self, *, oblique: bool, construct: bool = False) -> str:
        """The noun as two things; without its n before another noun."""
        dual = _DUAL_END.sub("ين", self.dual) if oblique else self.dual
        return re.sub("ن$", "", dual) if construct else dual

    def after(self, number: int) -> str:
        """The form that follows a number from three on."""
        last = number % 100
        if 3 <= last <= 10:
            return self.plural
        return self.accusative if last > 10 else self.singular


def _noun(line: str) -> tuple[str, Noun]:
    """A row: singular, plural, and `ث` for feminine ones that do not show it; `|` parts irregular forms."""
    if "|" in line:
        one, two, few, many = (form.strip() for form in line.split("|"))
        return one, Noun(one, two, few, many, feminine=one.split()[0].endswith("ة"))
    singular, plural, *flags = line.split()
    feminine = singular.endswith("ة") or "ث" in flags
    if singular.endswith("ة"):
        dual, accusative = singular[:-1] + "تان", singular
    else:
        dual = singular + "ان"
        accusative = singular if singular.endswith(("اء", "ى", "ا")) or "=" in flags else singular + "\u064bا"
    return singular, Noun(singular, dual, plural, accusative, feminine, "×" in flags)


def _nouns(table: str) -> dict[str, Noun]:
    return dict(_noun(line) for line in table.strip().splitlines())


UNITS: Final = _nouns(
    """
    كيلومتر كيلومترات
    متر أمتار
    سنتيمتر سنتيمترات
    مليمتر مليمترات
    ميل أميال
    قدم أقدام ث
    بوصة بوصات
    فدان فدادين
    هكتار هكتارات
    متر مربع | متران مربعان | أمتار مربعة | مترًا مربعًا
    متر مكعب | متران مكعبان | أمتار مكعبة | مترًا مكعبًا
    كيلومتر مربع | كيلومتران مربعان | كيلومترات مربعة | كيلومترًا مربعًا
    سنتيمتر مربع | سنتيمتران مربعان | سنتيمترات مربعة | سنتيمترًا مربعًا
    كيلومتر في الساعة | كيلومتران في الساعة | كيلومترات في الساعة | كيلومترًا في الساعة
    متر في الثانية | متران في الثانية | أمتار في الثانية | مترًا في الثانية
    كيلوغرام كيلوغرامات
    غرام غرامات
    مليغرام مليغرامات
    طن أطنان
    لتر لترات
    مليلتر مليلترات
    درجة درجات
    درجة مئوية | درجتان مئويتان | درجات مئوية | درجة مئوية
    درجة فهرنهايت | درجتان فهرنهايت | درجات فهرنهايت | درجة فهرنهايت
    ساعة ساعات
    دقيقة دقائق
    ثانية ثوان
    واط واطات
    كيلوواط كيلوواطات
    فولت فولتات
    ميغابايت ميغابايت =
    غيغابايت غيغابايت =
    """
)

CURRENCIES: Final = _nouns(
    """
    درهم دراهم
    دولار دولارات
    يورو يورو =
    جنيه جنيهات
    جنيه إسترليني | جنيهان إسترلينيان | جنيهات إسترلينية | جنيهًا إسترلينيًّا
    ريال ريالات
    دينار دنانير
    ليرة ليرات
    روبية روبيات
    ين ينات
    يوان يوانات
    روبل روبلات
    وون وونات
    فلس فلوس
    هللة هللات
    سنت سنتات
    قرش قروش
    بنس بنسات
    بيسة بيسات
    """
)

_THINGS: Final = _nouns(
    """
    ألف آلاف ×
    مليون ملايين ×
    مليار مليارات ×
    يوم أيام
    ليلة ليال
    أسبوع أسابيع
    شهر أشهر
    سنة سنوات
    عام أعوام
    عقد عقود
    قرن قرون
    لحظة لحظات
    مرة مرات
    زائر زوار
    زائرة زائرات
    شخص أشخاص
    رجل رجال
    امرأة نساء ث
    طفل أطفال
    طفلة طفلات
    طالب طلاب
    طالبة طالبات
    ضيف ضيوف
    غواص غواصين
    بحار بحارة
    عامل عمال
    فنان فنانين
    فنانة فنانات
    مرشد مرشدين
    فرد أفراد
    أسرة أسر
    عائلة عائلات
    فريق فرق
    قاعة قاعات
    غرفة غرف
    معرض معارض
    متحف متاحف
    قسم أقسام
    جناح أجنحة
    ركن أركان
    طابق طوابق
    باب أبواب
    مدخل مداخل
    مقعد مقاعد
    شاشة شاشات
    لوحة لوحات
    صورة صور
    قطعة قطع
    تمثال تماثيل
    كتاب كتب
    كلمة كلمات
    لغة لغات
    سؤال أسئلة
    إجابة إجابات
    تذكرة تذاكر
    خطوة خطوات
    جولة جولات
    عرض عروض
    فيلم أفلام
    نوع أنواع
    حيوان حيوانات
    طائر طيور
    صقر صقور
    جمل جمال
    ناقة نوق
    سلحفاة سلاحف
    سمكة أسماك
    بيضة بيضات
    شجرة أشجار
    نخلة نخلات
    زهرة زهرات
    نبات نباتات
    لؤلؤة لآلئ
    محارة محارات
    سفينة سفن
    قارب قوارب
    جزيرة جزر
    مدينة مدن
    دولة دول
    إمارة إمارات
    قرية قرى
    بيت بيوت
    برج أبراج
    شارع شوارع
    طريق طرق
    بئر آبار ث
    عين عيون ث
    يد أيد ث
    نجم نجوم
    نجمة نجمات
    كوكب كواكب
    جهاز أجهزة
    نموذج نماذج
    مشروع مشاريع
    برنامج برامج
    حصة حصص
    نقطة نقاط
    جزء أجزاء
    فصل فصول
    صفحة صفحات
    رقم أرقام
    هاتف هواتف
    سيارة سيارات
    حافلة حافلات
    موقف مواقف
    كوب أكواب
    وجبة وجبات
    شركة شركات
    مطار مطارات
    سماء سماوات ث
    صحراء صحارى ث
    """
)

NOUNS: Final = UNITS | CURRENCIES | _THINGS


def _forms(noun: Noun) -> set[str]:
    oblique = noun.two(oblique=True)
    written = {noun.singular, noun.plural, noun.accusative, noun.dual, oblique}
    bare = {bare_word(form) for form in written}
    return bare | ({bare_word(noun.accusative).removesuffix("ا")} - {""})


def bare_word(word: str) -> str:
    """The word without its vowel marks."""
    return "".join(one for one in word if one not in MARKS)


_BY_FORM: Final = {form: noun for noun in NOUNS.values() for form in _forms(noun)}

_VERBAL_PLURAL: Final = re.compile("[اإ][ء-ي]{2,4}ا[ء-ي]ات")
"""`اختبارات`, `إعلانات`: plurals in ات of masculine verbal nouns."""

_NO_NOUN: Final = frozenset(
    "من في إلى الى على عن مع أو و ثم أم بين حتى منذ كل لكل هو هي لا ما هل أن إن "
    "كان كانت قد لم لن إلا فقط".split()
)
_LOOKS_ARABIC: Final = re.compile("[ء-ي]{3,}")


def counted_noun(word: str) -> Noun | None:
    """The noun of the table that `word` is a form of."""
    return _BY_FORM.get(bare_word(word))


def is_counted(word: str) -> bool:
    """Whether a word after a number is, by its look, what is counted: no particle, no definite noun."""
    bare = bare_word(word)
    return bool(_LOOKS_ARABIC.fullmatch(bare)) and bare not in _NO_NOUN and not bare.startswith("ال")


def looks_feminine(word: str, number: int) -> bool:
    """The gender of a counted noun that has no row, by its ending."""
    bare = bare_word(word)
    if 3 <= number % 100 <= 10:
        return bare.endswith("ات") and not _VERBAL_PLURAL.fullmatch(bare)
    return bare.endswith("ة")
