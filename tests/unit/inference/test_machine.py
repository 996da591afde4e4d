"""Cores are counted by affinity and quota; the identity is stable."""

import os
from pathlib import Path

import pytest

from app.inference.machine import Cores, cores, cpu_identity


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_no_control_group_means_no_quota(tmp_path: Path) -> None:
    assert cores(tmp_path).quota is None


@pytest.mark.parametrize(("limit", "quota"), [("max 100000", None), ("150000 100000", 1.5)])
def test_version_2_quota(tmp_path: Path, limit: str, quota: float | None) -> None:
    write(tmp_path, "proc/self/cgroup", "0::/kiosk/app\n")
    write(tmp_path, "sys/fs/cgroup/kiosk/app/cpu.max", limit)
    assert cores(tmp_path).quota == quota


def test_tightest_ancestor_counts(tmp_path: Path) -> None:
    write(tmp_path, "proc/self/cgroup", "0::/kiosk/app\n")
    write(tmp_path, "sys/fs/cgroup/kiosk/app/cpu.max", "400000 100000")
    write(tmp_path, "sys/fs/cgroup/kiosk/cpu.max", "50000 100000")
    assert cores(tmp_path).quota == 0.5
    assert cores(tmp_path).usable == 1


def test_version_1_quota(tmp_path: Path) -> None:
    write(tmp_path, "proc/self/cgroup", "3:memory:/a\n2:cpu,cpuacct:/\n")
    write(tmp_path, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000")
    write(tmp_path, "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000")
    assert cores(tmp_path).quota == 2.0


def test_usable_is_the_smaller_of_affinity_and_quota() -> None:
    assert Cores(host=64, affinity=8, quota=2.5).usable == 2
    assert Cores(host=64, affinity=2, quota=None).usable == 2


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity calls")
def test_affinity_is_seen() -> None:
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        assert cores().affinity == 1
    finally:
        os.sched_setaffinity(0, allowed)


def test_cpu_identity_is_stable_and_short() -> None:
    assert cpu_identity() == cpu_identity()
    assert len(cpu_identity()) == 16


def test_the_panel_is_told_of_affinity_and_quota_both() -> None:
    """Case R6."""
    assert Cores(host=64, affinity=8, quota=2.5).figures() == {"cores": "2/64", "affinity": 8, "quota": 2.5}
    assert str(Cores(host=64, affinity=8, quota=None)) == "8 of 64 usable (affinity 8, quota none)"
