"""`lisan align`: many recordings with their texts → a `timeline.json` for each."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from app.cli.clip_list import BadRow, Clip, Place, read_clips
from app.cli.composition import Request, TimeRecording, tell_dropped_settings
from app.cli.options import ModelOption, checked_folder, reading
from app.cli.speak import TimingChoice
from app.core.errors import LisanError
from app.core.files import write_atomically
from app.core.types import TimingSource
from app.export.timeline_json import Utterance, timeline_document

MOST_JOBS: Final = 16
_LOOK_SECONDS: Final = 0.2

_Report = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one recording; `problem` is empty when all went well."""

    place: Place
    problem: str = ""
    source: str = ""
    confidence: float | None = None
    seconds: float = 0.0


class _Stopped(Exception):  # noqa: N818 - no error: it ends the work that is under way
    """Somebody wants no more."""


def align(
    context: typer.Context,
    manifest: Annotated[
        Path, typer.Argument(metavar="MANIFEST.tsv", help="Columns audio, language, text; tabs between them.")
    ],
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the timelines.")],
    timing: Annotated[
        TimingChoice, typer.Option("--timing", help="Force one rung of the timing ladder; auto steps down.")
    ] = TimingChoice.AUTO,
    model: ModelOption = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, max=MOST_JOBS, help="Recordings that are timed side by side.")
    ] = 2,
) -> None:
    """Time each recording of MANIFEST by its text and write STEM.timeline.json.

    Paths are relative to the manifest; a row without text has its phones recognised. Bad rows are named
    and the rest is done: exit code 1. A manifest that cannot be used is exit code 2.
    """
    rows = read_clips(manifest)
    folder = checked_folder(out, "--out")
    tell_dropped_settings(context.obj)
    clips = [row for row in rows if isinstance(row, Clip)]
    bad = [Done(row.place, row.reason) for row in rows if isinstance(row, BadRow)]
    began = time.perf_counter()
    done = bad
    if clips:
        batch = _Batch(context.obj.recordings(model), folder, timing.source)
        done += batch.run(clips, min(jobs, len(clips)))
    _tell(sorted(done, key=lambda one: one.place.row), time.perf_counter() - began)
    raise typer.Exit(int(any(one.problem for one in done)))


class _Batch:
    """Times clips in several threads and writes what comes of them to `folder`."""

    def __init__(self, timed: TimeRecording, folder: Path, timing: TimingSource | None) -> None:
        self._timed = timed
        self._folder = folder
        self._timing = timing
        self._stopped = False

    def run(self, clips: Sequence[Clip], jobs: int) -> list[Done]:
        """All clips, with a progress bar on stderr. Ctrl-C ends what is under way and starts nothing more."""
        with (
            _bar(len(clips)) as advance,
            self._stopped_by_ctrl_c(),
            ThreadPoolExecutor(jobs, "lisan-align") as pool,
        ):
            waiting = [pool.submit(self._one, clip, advance) for clip in clips]
            while wait(waiting, _LOOK_SECONDS).not_done:
                pass
        if self._stopped:
            _tell_stopped(waiting)
            raise KeyboardInterrupt
        return [future.result() for future in waiting]

    @contextmanager
    def _stopped_by_ctrl_c(self) -> Iterator[None]:
        """A note instead of an exception: that could meet this thread while it holds a lock of the others."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self._stopped = True

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _one(self, clip: Clip, advance: _Report) -> Done:
        told = 0.0
        if self._stopped:
            raise _Stopped

        def report(share: float) -> None:
            nonlocal told
            if self._stopped:
                raise _Stopped
            advance(max(0.0, share - told))
            told = max(told, share)

        try:
            done = self._written(clip, report)
        except _Stopped:
            raise
        except LisanError as error:
            done = Done(clip.place, str(error))
        except Exception as error:  # noqa: BLE001 - what breaks one recording must not cost the others
            done = Done(clip.place, f"it cannot be timed ({type(error).__name__}: {error})")
        advance(1.0 - told)  # and not `report`: what is written is done, stopped or not
        return done

    def _written(self, clip: Clip, report: _Report) -> Done:
        with reading(clip.path, "a recording"):
            clip.path.open("rb").close()  # the reason is told here: libsndfile calls all a system error
        request = Request(clip.text, clip.language, None, self._timing, clip.path)
        prepared = self._timed(request, report)
        path = self._folder / f"{clip.place.stem}.timeline.json"
        document = timeline_document(
            Utterance([prepared], clip.language),
            text=clip.text,
            audio_path=_seen_from(self._folder, clip.path),
        )
        text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
        try:
            write_atomically(path, text.encode() + b"\n")
        except OSError as error:
            raise LisanError(f"cannot write {path}: {error.strerror}") from error
        duration, confidence = document["audio"]["duration"], document["confidence"]
        return Done(clip.place, document.get("warning", ""), document["source"], confidence, duration)


def _seen_from(folder: Path, recording: Path) -> str:
    """The recording's path as a reader of the timeline follows it."""
    try:
        return Path(os.path.relpath(recording, folder)).as_posix()
    except ValueError:  # another drive
        return recording.absolute().as_posix()


@contextmanager
def _bar(clips: int) -> Iterator[_Report]:
    columns = (BarColumn(), MofNCompleteColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress("aligning", *columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=clips)
        yield lambda share: progress.advance(task, share)


def _tell_stopped(waiting: Sequence[Future[Done]]) -> None:
    done = sum(future.done() and not future.cancelled() and not future.exception() for future in waiting)
    print(f"lisan: stopped; {done} of {len(waiting)} recordings are done", file=sys.stderr)


def _tell(done: Sequence[Done], took: float) -> None:
    """The bad rows on stderr, then a summary."""
    for one in done:
        if one.problem:
            print(f"lisan: {one.place}: {one.problem}", file=sys.stderr)
    written = [one for one in done if one.source]
    seconds = sum(one.seconds for one in written)
    print(f"{len(written)} of {len(done)} recordings timed: {seconds:.1f} s of sound in {took:.1f} s")
    if written:
        sources = Counter(one.source for one in written)
        print("timing:", ", ".join(f"{source} {count}" for source, count in sources.most_common()))
    sure = [one for one in written if one.confidence is not None]
    if sure:
        least = min(sure, key=lambda one: one.confidence or 0.0)
        mean = sum(one.confidence or 0.0 for one in sure) / len(sure)
        print(f"confidence: mean {mean:.2f}, lowest {least.confidence:.2f} ({least.place.audio})")
