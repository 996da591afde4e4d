"""`--task align`: a CTC directory becomes one of our model directories, exported, checked and measured."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import soxr

from app.align.ctc import CtcAligner
from app.align.ctc_emissions import CtcListener, Reading, tensors
from app.align.emissions import BUCKETS
from app.core.errors import ModelError
from app.core.phones import SILENCE, base
from app.core.types import Float32, SpokenChunk
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import Manifest, ModelDirectory, ModelFile, Provenance, Quality, Variant
from app.inference.manifest_file import write_manifest
from app.inference.openvino_runtime import OpenVinoLoader
from app.registry.ctc_card import card
from app.registry.ctc_figures import Clips, Onsets, agreement, onsets, quality
from app.registry.ctc_source import CtcSource
from app.registry.exporter import Exporter
from app.registry.job import Job, Tell
from app.registry.voices import calibration_speech, held_out_speech

EXACT: Final = 1e-3
"""Relative error of logits beyond which the export is not the original."""
SAME_SOUND: Final = 1e-3
"""Largest difference of our front door from the original's, in standard deviations of the sound."""
AGREES: Final = 0.99
"""Share of symbols that INT8 must begin within a hop of full precision."""
FP32_TOLERANCE: Final = 0.01

_ATTEMPTS: Final[Mapping[str, Sequence[str]]] = {
    "INT8": (),
    "INT8 behind the convolutions": (r".*feature_extractor.*", r".*feature_projection.*"),
}
"""What stays out of INT8, by attempt: the waveform's own convolutions lose most."""

_COPIED: Final = ("config.json", "vocab.json", "preprocessor_config.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class Made:
    """One exported network: its files, error against the original and figures by voice."""

    precision: str
    manner: str
    variant: Variant
    aligner: CtcAligner
    figures: Mapping[str, Onsets]
    agreement: float = 1.0


def make(job: Job, exporter: Exporter, tell: Tell) -> None:
    """Fill `job.made`. Raises ModelError where the directory or the tools cannot be used."""
    source = CtcSource.read(job.folder)
    exporter.require()
    tell("speaking sentences that calibrate and measure it")
    speech, clips = calibration_speech(job.language), held_out_speech(job.language)
    said = {base(token.ipa) for spoken in speech for token in spoken.tokens} - {SILENCE}
    if missing := Reading.of(source.labels, source.ctc).unheard(said):
        tell(f"the model has no output for {' '.join(missing)}: where they are said it cannot be sure")
    with tempfile.TemporaryDirectory(prefix="lisan-add-") as scratch:
        workbench = _Workbench(job, source, exporter, Path(scratch))
        workbench.prepare(speech)
        report = workbench.convert()
        tell(f"exported: {_logits(report)} from the original's")
        full = workbench.made("fp32", "full precision", "openvino_model", FP32_TOLERANCE, clips)
        tell(f"full precision: {_told(full)}")
        int8 = _accepted_int8(workbench, full, clips, tell)
        _write(job, source, [one for one in (int8, full) if one], report)


def _accepted_int8(workbench: _Workbench, full: Made, clips: Clips, tell: Tell) -> Made | None:
    """The most quantised network whose symbols begin where full precision's do."""
    for manner, ignored in _ATTEMPTS.items():
        try:
            error = workbench.quantise(ignored)
        except ModelError as refusal:
            tell(f"{manner}: {refusal}")
            continue
        tolerance = min(0.9, max(0.05, 1.5 * error))
        made = workbench.made("int8", manner, "openvino_model_int8", tolerance, clips, beside=full)
        kept = made.agreement >= AGREES
        tell(
            f"{manner}: {made.agreement:.1%} of symbols within a hop of full precision, logits {error:.3f} "
            f"off: {'kept' if kept else f'refused, {AGREES:.0%} are needed'}; {_told(made)}"
        )
        if kept:
            return made
    for left in workbench.files("openvino_model_int8"):
        left.unlink(missing_ok=True)
    return None


class _Workbench:
    """The exporter's side of one job: inputs, networks and their runners."""

    def __init__(self, job: Job, source: CtcSource, exporter: Exporter, scratch: Path) -> None:
        self._job = job
        self._source = source
        self._exporter = exporter
        self._scratch = scratch

    def prepare(self, speech: Sequence[SpokenChunk]) -> None:
        """Write the sounds as the network gets them, and the first one as it was."""
        sounds = [self._resampled(spoken) for spoken in speech]
        np.save(self._scratch / "raw.npy", sounds[0])
        arrays: dict[str, Any] = {
            f"{number}.{name}": value
            for number, sound in enumerate(sounds)
            for name, value in tensors(sound, self._source.rate, self._source.ctc).items()
        }
        np.savez(self._scratch / "sounds.npz", **arrays)

    def _resampled(self, spoken: SpokenChunk) -> Float32:
        sound: Float32 = soxr.resample(spoken.audio.samples, spoken.audio.rate, self._source.rate)
        return sound[: round(BUCKETS[-1] * self._source.rate)]

    def convert(self) -> Mapping[str, Any]:
        """Full precision and golden outputs. Raises ModelError when it is not the original."""
        report = self._exporter.run(
            "convert",
            source=self._job.folder.resolve(),
            sounds=self._scratch / "sounds.npz",
            raw=self._scratch / "raw.npy",
            model=self._job.made / "openvino_model.xml",
            golden=self._job.made / "golden.npz",
        )
        if not report["relative"] <= EXACT:
            raise ModelError(f"the export is not the original: its logits are {_logits(report)} off")
        if not report["features"] <= SAME_SOUND:
            raise ModelError(
                f"the model's feature extractor makes another sound than ours ({report['features']:.3g} off)"
            )
        return report

    def quantise(self, ignored: Sequence[str]) -> float:
        """INT8 without what fits `ignored`; its relative error. Raises ModelError."""
        report = self._exporter.run(
            "quantise",
            sounds=self._scratch / "sounds.npz",
            model=self._job.made / "openvino_model.xml",
            quantised=self._job.made / "openvino_model_int8.xml",
            ignored=list(ignored),
        )
        return float(report["relative"])

    def files(self, stem: str) -> tuple[Path, Path]:
        """The two files of a network."""
        return self._job.made / f"{stem}.xml", self._job.made / f"{stem}.bin"

    def made(
        self,
        precision: Any,
        manner: str,
        stem: str,
        tolerance: float,
        clips: Clips,
        *,
        beside: Made | None = None,
    ) -> Made:
        """Open a network that was exported, and measure it."""
        files = tuple(ModelFile.of(file) for file in self.files(stem))
        variant = Variant(precision=precision, runtime="openvino", files=files, tolerance=tolerance)
        directory = ModelDirectory(self._job.made, manifest(self._job, self._source, [variant]))
        load = OpenVinoLoader(self._job.budget, CompiledCache(self._scratch / "compiled", cap=0))
        aligner = CtcAligner(CtcListener(directory, load(directory, variant)))
        figures = {voice: onsets(aligner, row) for voice, row in clips.items()}
        agreed = agreement(beside.aligner, aligner, clips) if beside else 1.0
        return Made(precision, manner, variant, aligner, figures, agreed)


def manifest(
    job: Job, source: CtcSource, variants: Sequence[Variant], rows: Sequence[Quality] = ()
) -> Manifest:
    """The directory's manifest; `variants` in order of preference."""
    licence = job.licence or source.licence
    copied = [job.made / name for name in _COPIED if (job.made / name).is_file()]
    return Manifest(
        name=job.name,
        task="align",
        languages=(job.language,),
        licence=licence,
        version="1",
        labels=source.labels,
        sample_rate=source.rate,
        hop=source.hop,
        ctc=source.ctc,
        variants=tuple(variants),
        golden=ModelFile.of(job.made / "golden.npz"),
        files=tuple(map(ModelFile.of, copied)),
        provenance=(Provenance(what="weights", source=job.source, licence=licence),),
        quality=tuple(rows),
    )


def _write(job: Job, source: CtcSource, made: Sequence[Made], report: Mapping[str, Any]) -> None:
    for name in _COPIED:
        if (job.folder / name).is_file():
            shutil.copyfile(job.folder / name, job.made / name)
    rows = [
        row
        for one in made
        for voice, seen in one.figures.items()
        for row in quality(one.precision, job.language, voice, seen)
    ]
    told = manifest(job, source, [one.variant for one in made], rows)
    write_manifest(job.made, told)
    manners = {one.precision: (one.manner, one.agreement) for one in made}
    (job.made / "README.md").write_text(card(told, manners, report), encoding="utf-8")


def _logits(report: Mapping[str, Any]) -> str:
    return f"{report['difference']:.2g} at most, {report['relative']:.2g} relative"


def _told(made: Made) -> str:
    """The figures over all voices, in a line."""
    seen = list(made.figures.values())
    words = np.mean([error for one in seen for error in one.words])
    refused, clips = sum(one.refused for one in seen), sum(one.clips for one in seen)
    return f"words {words:.0f} ms off, {refused} of {clips} clips refused"
