"""The model card of an added alignment model: where it is from, how it was exported, what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.inference.manifest import Manifest, Quality

_HEAD = """# {name}

A CTC model, added on this machine by `lisan models add {source} --task align --lang {language}`.
Licence: {licence}. It times known text; sound without a text is read by the model that we ship.

- Outputs: {labels} {units}, one every {hop:.0f} ms, each hearing {field:.0f} ms.
- Export: logits are {difference:.2g} at most ({relative:.2g} relative) from the original's, on speech of our
  own voices; the sound that the network gets is the original feature extractor's to {features:.2g}.
- Variants: {variants}.
- Calibration and test are synthetic speech, Arabic of one synthesiser only: recordings may differ.

| measure | {precisions} |
|---|{rule}
"""


def card(told: Manifest, manners: Mapping[str, tuple[str, float]], report: Mapping[str, Any]) -> str:
    """Markdown; `manners` are by precision how it was made and its agreement with full precision."""
    assert told.ctc is not None
    assert told.sample_rate is not None
    assert told.hop is not None
    precisions = [variant.precision for variant in told.variants]
    head = _HEAD.format(
        name=told.name,
        source=told.provenance[0].source,
        language=told.languages[0],
        licence=told.licence,
        labels=len(told.labels),
        units="phones" if told.ctc.sounds else "characters",
        hop=1000 * told.hop / told.sample_rate,
        field=1000 * told.ctc.field / told.sample_rate,
        difference=report["difference"],
        relative=report["relative"],
        features=report["features"],
        variants="; ".join(_variant(one, *manners[one]) for one in precisions),
        precisions=" | ".join(precisions),
        rule="---|" * len(precisions),
    )
    return head + "\n".join(_rows(told.quality, precisions)) + "\n"


def _variant(precision: str, manner: str, agreement: float) -> str:
    if precision == "fp32":
        return "full precision"
    return f"{manner}, {agreement:.1%} of symbols within a hop of full precision"


def _rows(quality: Sequence[Quality], precisions: Sequence[str]) -> list[str]:
    values = {(row.measure, row.precision): f"{row.value:g}" for row in quality}
    measures = dict.fromkeys(row.measure for row in quality)
    return [
        f"| {measure} | {' | '.join(values.get((measure, one), '–') for one in precisions)} |"
        for measure in measures
    ]
