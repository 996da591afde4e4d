"""`lisan bench` and `lisan tune` with real children, runtimes and voices; without a word on speed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.bench.factors import ALIGN, ALIGN_NETWORK, CLASSIFY, OPENVINO, Case, Configuration, Plan
from app.bench.launcher import run_child
from app.bench.load import TARGET_MS, closed_loop, open_loop, shed_first
from app.bench.report import read_report, write_report
from app.bench.run import Order, run_bench, run_in_child
from app.bench.trace import Tracer
from app.bench.tuner import tune
from app.bench.tuning import measure_in_child
from app.bench.work_speech import open_stages
from app.core.errors import LisanError
from app.core.settings import ThreadSettings
from app.core.types import Language
from app.engine.preparation import Stages
from app.inference.budget import ThreadBudget

LIMIT = 100.0


def _told(configuration: Configuration, *cases: Case) -> list[dict[str, object]]:
    plan = Plan(configuration, cases, rounds=20, seconds=0.2)
    return list(run_in_child({"kind": "plan", "plan": plan.as_json()}, LIMIT))


def test_a_child_measures_its_cold_start_from_outside_and_every_case() -> None:
    cases = Case(Language.EN, "short"), Case(Language.AR, "medium", 4)
    told = _told(Configuration(CLASSIFY, "onnxruntime", "int8", concurrency=2), *cases)
    cells = [one["cell"] for one in told if "cell" in one]
    assert [cell["case"] for cell in cells] == [  # type: ignore[index]
        {"language": "en", "length": "short", "batch": 1},
        {"language": "ar", "length": "medium", "batch": 4},
    ]
    cold = next(one["cold_ms"] for one in told if "cold_ms" in one)
    assert isinstance(cold, float) and cold > cells[0]["first_ms"] > 0  # type: ignore[index]
    quality = next(one["quality"] for one in told if "quality" in one)
    assert quality["en"]["passed"] and quality["ar"]["passed"]  # type: ignore[index]


def test_the_aligner_is_measured_on_speech_with_exact_times() -> None:
    told = _told(Configuration(ALIGN, OPENVINO, "int8"), Case(Language.AR, "short"))
    cell = next(one["cell"] for one in told if "cell" in one)
    assert 0 < cell["real_time_factor"] < 10 and cell["cpu"]["s_per_request"] > 0  # type: ignore[index]
    quality = next(one["quality"] for one in told if "quality" in one)
    assert quality["ar"]["measure"] == "onsets within 20 ms" and quality["ar"]["passed"]  # type: ignore[index]


def test_a_precision_that_does_not_run_is_refused_not_measured_as_another() -> None:
    told = _told(Configuration(ALIGN_NETWORK, OPENVINO, "fp16"), Case(Language.EN, "short"))
    assert len(told) == 1 and "no variant in fp16" in str(told[0]["refused"])


def test_a_child_that_cannot_work_says_why() -> None:
    with pytest.raises(LisanError, match="no job 'dance'"):
        list(run_child({"kind": "dance"}, limit=LIMIT))


@pytest.mark.slow
def test_nothing_is_lost_under_load_and_gauges_are_shed_before_requests(tmp_path: Path) -> None:
    with ExitStack() as closing:
        stages = open_stages(ThreadBudget(), tmp_path, closing)
        pool = closing.enter_context(ThreadPoolExecutor(1, "lisan-classify"))
        for part in (stages.voices, stages.aligner, stages.classifier):
            part.warm_up()
        closed = list(closed_loop(stages, pool, 1.0, (1, 4)))
        capacity = max(step["throughput"] for step in closed)
        opened = [open_loop(stages, pool, 1.5, rate=share * capacity) for share in (0.2, 4.0)]
    for step in (*closed, *opened):
        for kind in ("requests", "gauges"):
            assert step[kind]["lost"] == 0, step
    assert closed[0]["requests"]["shed"] == 0, "who waits is never shed"
    assert opened[-1]["requests"]["shed"] > 0, "four times what the line can do cannot all be done"
    assert opened[-1]["gauges"]["shed"] > 0
    assert shed_first(opened)[0] == "gauges"
    assert opened[-1]["good"] <= opened[-1]["requests"]["done"] and TARGET_MS == 200


def test_a_trace_tells_spans_by_thread_and_no_words(real_stages: Stages) -> None:
    from app.bench.inputs import chunks

    tracer = Tracer()
    stages = tracer.around(real_stages)
    said = chunks(Language.EN, "short")[0]
    spoken = stages.voices.synthesise(said)
    thread = threading.Thread(target=lambda: stages.classifier.classify(said.text, Language.EN), name="other")
    thread.start()
    stages.aligner.align(spoken)
    thread.join()
    events = json.loads(json.dumps(tracer.events()))
    spans = {event["name"]: event for event in events if event["ph"] == "X"}
    assert spans.keys() == {"synthesise", "classify", "align"}
    assert spans["align"]["tid"] != spans["classify"]["tid"]
    assert {event["args"]["name"] for event in events if event["ph"] == "M"} >= {"other"}
    assert said.text not in json.dumps(events)


@pytest.fixture
def real_stages(tmp_path: Path) -> Iterator[Stages]:
    with ExitStack() as closing:
        yield open_stages(ThreadBudget(), tmp_path, closing)


@pytest.mark.slow
def test_a_whole_run_writes_a_report_that_reads_back(tmp_path: Path) -> None:
    plan = Plan(Configuration(CLASSIFY, OPENVINO, "fp16"), (Case(Language.AR, "short"),), 20, 0.2)
    order = Order("quick", (plan,), turns=2, load_seconds=0.5, sessions=(1, 2), price_per_hour=0.1)
    told: list[str] = []
    report = run_bench(order, tmp_path, resume=False, step=told.append)
    assert len(told) == order.steps
    write_report(report, tmp_path)
    found = read_report(tmp_path)
    assert [cell["status"] for cell in found["cells"]] == ["ok"]
    assert 0.3 < found["overhead"]["aligner"] < 3 and 0.3 < found["overhead"]["classifier"] < 3
    assert found["environment"]["cpu"] and found["environment"]["versions"]["openvino"]
    trace = json.loads((tmp_path / "trace.json").read_text(encoding="utf-8"))["traceEvents"]
    assert {"synthesise", "align", "classify", "draw"} <= {event["name"] for event in trace}


@pytest.mark.slow
def test_a_short_tuning_on_this_machine_keeps_its_time_and_never_leaves_for_worse(tmp_path: Path) -> None:
    bad = ThreadSettings(onnxruntime=2, onnxruntime_spinning=True, openvino=2, synthesiser=2)
    began = time.monotonic()
    outcome = tune(
        bad,
        (),
        lambda profile, _: measure_in_child(profile, 2, tmp_path),
        clock=time.monotonic,
        seconds=20.0,
    )
    longest = time.monotonic() - began - 20.0
    trial = outcome.trials[bad]
    assert len(trial.first_audio_ms) == len(trial.cpu_s) >= 2
    assert min(trial.first_audio_ms) > 0 and min(trial.cpu_s) > 0 and len(trial.gaps_ms) > 5
    assert outcome.chosen == (ThreadSettings() if outcome.changed else bad) and outcome.reason
    assert longest < 60, "a trial that was begun is ended, on a crowded machine late"
