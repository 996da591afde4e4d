"""What the bootstrap needs from the operating system: libraries, programs, a display."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


class Refusal(Exception):  # noqa: N818 - the message is the report, in one line
    """This machine cannot do what was asked; the message says what is missing and what to do."""


QT = {  # library → Debian package; without these the Qt libraries do not load at all
    "libglib-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlidec.so.1": "libbrotli1",
}

WINDOW_AND_SOUND = {  # without these: no X11 window, no sound
    "libportaudio.so.2": "libportaudio2",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

PROGRAMS: dict[str, dict[str, str]] = {  # program → Debian package
    "run": {},
    "test": {
        "git": "git",
        "Xvfb": "xvfb",
        "xdpyinfo": "x11-utils",
        "pulseaudio": "pulseaudio",
        "pactl": "pulseaudio-utils",
        "parec": "pulseaudio-utils",
    },
    "train": {"flite": "flite", "festival": "festival"},
}

LIBRARIES: dict[str, dict[str, str]] = {"run": {}, "test": {"libX11.so.6": "libx11-6"}, "train": {}}

FILES: dict[str, dict[str, str]] = {  # file, in a folder of libraries unless it says where → Debian package
    "run": {},
    "test": {"alsa-lib/libasound_module_pcm_pulse.so": "libasound2-plugins"},
    "train": {
        "/usr/share/dict/american-english": "wamerican",
        "/usr/share/hunspell/ar.dic": "hunspell-ar",
        "/usr/share/festival/voices/english/kal_diphone": "festvox-kallpc16k",
    },
}

_LOADS = (
    "import ctypes, json, sys\n"
    "missing = []\n"
    "for name in sys.argv[1:]:\n"
    "    try: ctypes.CDLL(name)\n"
    "    except OSError: missing.append(name)\n"
    "print(json.dumps(missing))\n"
)


def bring_libraries(purpose: str, *, may_install: bool) -> None:
    """Install what `run`, `test` or `train` lacks, or say in one line what to install.

    Raises Refusal when the purpose cannot be served without it.
    """
    if not sys.platform.startswith("linux"):
        return  # Windows and macOS bring theirs with the wheels (not verified there)
    packages = missing_packages(purpose)
    if packages and may_install and _may_use_apt():
        install_packages(packages)
        packages = missing_packages(purpose)
    if not packages:
        return
    line = f"system packages are missing; install them: sudo apt-get install {' '.join(packages)}"
    if purpose != "run" or set(packages) & set(QT.values()):
        raise Refusal(line)
    print(f"lisan: {line} (going on without a window or sound)", file=sys.stderr)


def missing_packages(purpose: str) -> list[str]:
    """Debian names of what does not load or is not installed, sorted."""
    libraries = {**QT, **WINDOW_AND_SOUND, **LIBRARIES[purpose]}
    lacking = {libraries[name] for name in _not_loading(libraries)}
    lacking |= {package for program, package in PROGRAMS[purpose].items() if not shutil.which(program)}
    lacking |= {package for name, package in FILES[purpose].items() if not _is_there(name)}
    return sorted(lacking)


def _not_loading(libraries: Iterable[str]) -> list[str]:
    # In a process of its own: a library that was missing stays missing for a process that looked for it.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _LOADS, *libraries], capture_output=True, text=True, check=True
    )
    missing: list[str] = json.loads(done.stdout)
    return missing


def _is_there(name: str) -> bool:
    multiarch = getattr(sys.implementation, "_multiarch", "")
    folders = (f"/usr/lib/{multiarch}", "/usr/lib64", "/usr/lib")
    return any((Path(folder) / name).exists() for folder in folders)


def _may_use_apt() -> bool:
    return shutil.which("apt-get") is not None and _as_root() is not None


def _as_root() -> list[str] | None:
    """How to start a program as root without asking anybody, None when there is no way."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if asked.returncode == 0 else None


def install_packages(packages: Sequence[str]) -> None:
    """Install Debian packages. Raises Refusal with the command to type when that is not possible."""
    root = _as_root()
    if root is None or not shutil.which("apt-get"):
        raise Refusal(f"system packages are missing; install them: sudo apt-get install {' '.join(packages)}")
    print(f"lisan: installing system packages: {' '.join(packages)}", flush=True)
    install = ["install", "-y", "--no-install-recommends", *packages]
    if _apt(root, install).returncode != 0:
        _apt(root, ["update"])  # a fresh machine has no lists yet, an old one stale lists
        done = _apt(root, install)
        if done.returncode != 0:
            raise Refusal(f"apt-get could not install {' '.join(packages)}: {_last_error(done.stderr)}")


def _apt(root: Sequence[str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    command = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)


def _last_error(text: str) -> str:
    errors = re.findall(r"^E: (.+)$", text, re.MULTILINE)
    return errors[-1] if errors else "no reason given"


def has_display() -> bool:
    """Whether a window can be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return _x_server_answers(os.environ.get("DISPLAY", ""))


def _x_server_answers(display: str) -> bool:
    """Whether `:N` has a listening server; a display on another machine is taken at its word."""
    local = re.fullmatch(r":(\d+)(\.\d+)?", display)
    if not local:
        return bool(display)
    address = f"/tmp/.X11-unix/X{local.group(1)}"  # noqa: S108 - where X servers listen
    for form in (address, f"\0{address}"):
        with socket.socket(socket.AF_UNIX) as stream:
            if stream.connect_ex(form) == 0:
                return True
    return False
