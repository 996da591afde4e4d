"""Words that say nothing of a subject: what every visitor uses, whatever the exhibition is about.

They tell English from Arabic in Latin letters, and count for little when a question is compared with
what a pack talks about. Beside them stand the words of all our texts, which are no slips of others.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from app.content.normalise import normalised
from app.content.stemming import stem
from app.core.resources import assets_dir
from app.core.types import Language

_ENGLISH: Final = """
a able about above actually after again ago all allowed almost alone along also always am among an and another any
anybody anyone anything anyway are arent around as ask at away back bad be because been before began begin behind
being below best better between big bit both but by bye call called came can cannot cant come comes coming could
couldnt day days did didnt different do does doesnt doing done dont down during each early either else end enough
even ever every everybody everyone everything exactly far fast few find first for from full gave get gets getting
give gives go goes going gone good got had happen happened happens hard has have havent having he hear heard hello
help her here hers hey hi him himself his hour hours how however i id if ill im in inside instead into is isnt it
its itself ive just keep kept kind kinds know known knows large last late later least left less let lets like little
long look looked looking looks lot lots made main make makes making man many may maybe me mean means meant men might
mine minute minutes more most much must my myself name near nearly need needs never new next no nobody none nor not
nothing now of off often oh ok okay old on once one ones only or other others our out outside over own part people
perhaps person place please possible probably put quick quickly quite rather read real really right said same saw
say says see seen shall she should show shown side since small so some somebody someone something sometimes soon
sorry sort start started stay still stop stopped such sure take taken takes talk tell tells than thank thanks that
thats the their them themselves then there these they theyre thing things think this those though thought through
time times to today together told tomorrow tonight too took toward tried true try turn two under understand until up
upon us use used uses using usually very wait want wants was wasnt way ways we week weeks well went were werent what
whatever whats when where wheres whether which while who whole whom whos whose why will with within without woman
women wont word words work works world would wouldnt wrong year years yes yesterday yet you your youre yours
"""

_ARABIC: Final = """
شو شنو ايش وش ما ماذا ليش ليه لماذا وين فين اين كيف كيفك شلون شلونك ازاي كم قديش متى امتى مين من هل في فيه عن على
الى مع او ام ثم قد لقد كان كانت كانوا يكون تكون ليس ليست لا لم لن ان انه انها الذي التي الذين اللي كل بعض غير مثل
هذا هذه هاد هذي هاي هاذا هذاك ذلك تلك هؤلاء هنا هناك انا انت انتي انتو انتم هو هي هم نحن احنا نفس عند عندكم عندك
عندي لكم لك لي له لها لهم به بها فيها فيكم منه منها عليه عليها اليه كيفكم شي شيء اشياء بدي ابغى ابي اريد نريد ممكن
اقدر نقدر استطيع يمكن يمكنني يجب لازم نشوف اشوف تشوف ارى نرى تعرف اعرف تحكي يحكي تتكلم تكلم قل قول اخبرني حدثني
احكي عربي انجليزي اسمك اسم اسمه عمر عمرك عمره عمرها طول وزن لون حجم اكبر اصغر اكثر اقل افضل احسن اول اخر بعد قبل
تحت فوق بين امام خلف داخل خارج مرحبا اهلا هلا سلام السلام عليكم صباح الخير مساء النور شكرا جزيلا مشكور عفوا يلا
باي مع السلامه نعم لا ايوه ايضا فقط جدا حتى اذا لو كي لكن لان بدون بلا حول خلال منذ مره مرات شخص ناس الناس واحد
ساعه دقيقه يوم ايام ليل نهار الان الحين بكره غدا اليوم امس سنه سنوات شهر اسبوع كبير صغير سريع كثير قليل قديم جديد
لو سمحت سمحتم فضلك رجاء طيب تمام حبيبي اخي يا ال بال لل وال فال دائما عاده حقا فعلا صحيح خطا مكان وقت نوع انواع
لندن دبي مصر قطر عمان الكويت السعوديه مطعم حمام تذكره طقس جو حار بارد سياره باص فلوس
"""

ENGLISH: Final = frozenset(normalised(_ENGLISH).split())
ARABIC: Final = frozenset(normalised(_ARABIC).split())

_ENDINGS: Final = ("s", "es", "ed", "d", "ing", "er", "ly", "y")


@cache
def _written(language: Language) -> frozenset[str]:
    """Words (Arabic: stems) of the texts that `models/recipes/retrieval/words.py` read."""
    path = assets_dir() / "retrieval" / f"words_{language}.txt"
    return frozenset(path.read_text(encoding="utf-8").split())


def is_word(word: str, language: Language) -> bool:
    """Whether a normalised word is one that people write, and so most likely no slip of another."""
    written = _written(language)
    if language is Language.AR:
        return word in ARABIC or stem(word) in written
    bare = (word.removesuffix(ending) for ending in _ENDINGS if len(word) > len(ending) + 2)
    return word in ENGLISH or word in written or any(form in written for form in bare)


def words(language: Language) -> frozenset[str]:
    """The everyday words of one language, normalised."""
    return ARABIC if language is Language.AR else ENGLISH
