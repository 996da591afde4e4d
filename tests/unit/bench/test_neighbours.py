"""What others do on the machine is noticed, and what we do is not taken for it."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from app.bench.neighbours import Neighbours, Times, Watch, between, read_times


def test_our_own_work_is_no_neighbour() -> None:
    quiet = between(Times(0, 0, 0, 0), Times(10, 19.9, 0, 19.85), cores=2)
    assert quiet.cores < 0.01 and not quiet.disturbed


def test_half_a_core_of_somebody_else_marks_the_run() -> None:
    seen = between(Times(100, 50, 0, 3), Times(110, 57, 0, 5), cores=2)
    assert seen == Neighbours(cores=0.5, stolen=0.0, seconds=10)
    assert seen.disturbed and seen.as_json()["disturbed"] is True


def test_time_that_the_host_kept_marks_the_run() -> None:
    assert between(Times(0, 0, 0, 0), Times(10, 5, 1, 5), cores=2).stolen == 0.05
    assert between(Times(0, 0, 0, 0), Times(10, 5, 1, 5), cores=2).disturbed


_STRANGER = """
import os
if pid := os.fork():
    print(pid, flush=True)
    os._exit(0)
os.setsid()
os.close(1)
while True: pass
"""
"""Leaves a busy process behind that is nobody's child of ours."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is orphaned by fork")
def test_a_real_busy_neighbour_is_seen_and_marks_the_run() -> None:
    command = [sys.executable, "-c", _STRANGER]
    started = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    stranger = psutil.Process(int(started.stdout))
    try:
        watch, began = Watch(), sum(stranger.cpu_times()[:2])
        while sum(stranger.cpu_times()[:2]) - began < 0.4:  # its own time, because the machine may be full
            time.sleep(0.05)
        used, seen = sum(stranger.cpu_times()[:2]) - began, watch.seen()
    finally:
        os.kill(stranger.pid, signal.SIGKILL)
    assert seen.cores * seen.seconds >= 0.8 * used - 0.05
    assert seen.disturbed or seen.seconds > 3, "on a crowded machine others are busy, but it may get little"


def test_our_own_children_are_no_neighbours() -> None:
    """What a child burns is counted as ours, alive or ended; what strangers do meanwhile is left out."""
    before = read_times()
    burn = "import time\nwhile time.process_time() < 0.4: pass"
    subprocess.run([sys.executable, "-c", burn], check=True)
    after = read_times()
    assert after.ours - before.ours >= 0.38
