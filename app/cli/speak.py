"""`lisan speak`: text or a recording → `speech.wav` and `timeline.json`."""

from __future__ import annotations

import io
import json
import time
from contextlib import closing
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import soundfile
import typer

from app.cli.composition import Composition, Request, tell_dropped_settings
from app.cli.options import LanguageChoice, LanguageOption, ModelOption, checked_folder, checked_text, reading
from app.core.errors import LisanError
from app.core.files import write_atomically
from app.core.types import Audio, Language, TimingSource
from app.export.timeline_json import Utterance, timeline_document

_SOUND = "speech.wav"
_TIMELINE = "timeline.json"


class TimingChoice(StrEnum):
    """A rung of the timing ladder, or the best one that holds."""

    AUTO = "auto"
    ENGINE = "engine"
    ACOUSTIC = "acoustic"
    RECOGNISED = "recognised"
    ENERGY = "energy"

    @property
    def source(self) -> TimingSource | None:
        """None for `auto`."""
        return None if self is TimingChoice.AUTO else TimingSource(self.value)


def speak(  # noqa: PLR0913 - typer reads the options from the signature
    context: typer.Context,
    text: Annotated[str | None, typer.Argument(help="What to say.")] = None,
    *,
    lang: LanguageOption = LanguageChoice.AUTO,
    voice: Annotated[
        str | None,
        typer.Option(
            "--voice",
            metavar="NAME",
            help="English: hibari (default), espeak-en. Arabic: espeak-ar. `lisan doctor` names all.",
        ),
    ] = None,
    timing: Annotated[
        TimingChoice, typer.Option("--timing", help="Force one rung of the timing ladder; auto steps down.")
    ] = TimingChoice.AUTO,
    model: ModelOption = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the two files.")] = Path(),
    play: Annotated[bool, typer.Option("--play", help="Play it, too.")] = False,
    audio: Annotated[
        Path | None, typer.Option("--audio", metavar="FILE", help="Time a recording instead of speaking.")
    ] = None,
    transcript: Annotated[
        str | None,
        typer.Option("--transcript", help="What the recording says; without it, phones are recognised."),
    ] = None,
) -> None:
    """Speak TEXT (or time a recording) and write speech.wav and timeline.json.

    Exit code 1 when a forced --timing could not be had, 2 when --play finds no sound device; the files are
    written all the same.
    """
    request = _request(text, lang, voice=voice, timing=timing, audio=audio, transcript=transcript)
    request = replace(request, model=model)
    folder = checked_folder(out, "--out")
    tell_dropped_settings(context.obj)
    prepared = context.obj.prepare(request)
    utterance = Utterance(prepared, request.language or Language.EN)
    document = timeline_document(utterance, text=request.text, audio_path=_SOUND)
    _write(folder, utterance.audio(), document)
    print(f"{folder / _SOUND}: {document['audio']['duration']:.2f} s, timing {document['source']}")
    if "warning" in document:
        print(f"lisan: {document['warning']}", file=typer.get_text_stream("stderr"))
    if play:
        _play(context.obj, utterance.audio(), folder)
    raise typer.Exit(int("warning" in document))


def _request(
    text: str | None,
    lang: LanguageChoice,
    *,
    voice: str | None,
    timing: TimingChoice,
    audio: Path | None,
    transcript: str | None,
) -> Request:
    if (text is None) == (audio is None):
        raise LisanError("give either a TEXT to speak or --audio FILE")
    if transcript is not None and audio is None:
        raise LisanError("--transcript belongs to --audio FILE")
    if audio is not None:
        with reading(audio, "a recording"):
            audio.open("rb").close()  # the reason is told here: libsndfile calls all of them a system error
    said = checked_text(text if text is not None else transcript or "", "the text")
    return Request(said, lang.language, voice, timing.source, audio)


def _write(folder: Path, audio: Audio, document: dict[str, object]) -> None:
    sound = io.BytesIO()
    soundfile.write(sound, audio.samples, audio.rate, format="WAV", subtype="PCM_16")
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    try:
        write_atomically(folder / _SOUND, sound.getvalue())
        write_atomically(folder / _TIMELINE, text.encode() + b"\n")
    except OSError as error:
        raise LisanError(f"cannot write to {folder}: {error.strerror}") from error


def _play(composition: Composition, audio: Audio, folder: Path) -> None:
    with closing(composition.sink()) as sink:
        if sink.muted:
            raise LisanError(
                f"{sink.stats()['reason']}; connect a device or name one in the setting audio_device "
                f"({_SOUND} and {_TIMELINE} were written to {folder})"
            )
        sink.write(audio.samples, give_up=lambda: False)
        while sink.playhead().playing:
            time.sleep(0.02)
