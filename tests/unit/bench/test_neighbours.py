"""What others do on the machine is noticed, and what we do is not taken for it."""

import subprocess
import sys
import time

import psutil

from app.bench.neighbours import Neighbours, Times, Watch, between


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


def test_a_real_busy_neighbour_is_seen() -> None:
    """The child is somebody else's as far as the watch knows: it counts this process's threads only."""
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        own = psutil.Process()
        child = psutil.Process(busy.pid)

        def read() -> Times:
            every, ours = psutil.cpu_times(), own.cpu_times()
            used = sum(every) - every.idle - every.iowait - every.steal - every.guest - every.guest_nice
            return Times(time.perf_counter(), used, every.steal, ours.user + ours.system)

        watch, began = Watch(read), sum(child.cpu_times()[:2])
        while sum(child.cpu_times()[:2]) - began < 0.4:  # by its own processor time: the machine may be full
            time.sleep(0.05)
        used, seen = sum(child.cpu_times()[:2]) - began, watch.seen()
    finally:
        busy.kill()
        busy.wait()
    assert seen.cores * seen.seconds >= 0.8 * used - 0.05
    assert seen.cores > 0.8 * used / seen.seconds - 0.05
