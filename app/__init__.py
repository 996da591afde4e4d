"""Lisan: an offline talking-avatar kiosk in English and Arabic."""

import os
import sys

__version__ = "0.1.0"

# Before any library is imported: none may count its users, look for a hub, or leave an identity on the disk.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_NO_ADVISORY_WARNINGS"] = "1"
sys.modules["openvino_telemetry"] = None  # type: ignore[assignment] # OpenVINO then uses its own empty stand-in
