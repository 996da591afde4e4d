"""Lets staff in by their PIN and changes settings for them, at once and for good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.core.errors import SettingsError
from app.kiosk.counts import Counts
from app.kiosk.pin import LONGEST, Lock
from app.kiosk.settings_store import SettingsStore
from app.ui.operator_dials import Choices, Dial, dials
from app.ui.view_models.operator import Operator

_ACTIONS: Final = {"sync": ("click",), "system": ("diagnostics", "exit")}
_LEFT_ALONE: Final = 180.0
"""Seconds without a touch after which the staff's screens close by themselves."""

_SMALLEST: Final = 22.0
"""Inches of a 16 : 9 screen, lying, on which every key is 15 mm wide."""


@dataclass(frozen=True, slots=True)
class Office:
    """What the desk works with."""

    store: SettingsStore
    counts: Counts
    choices: Choices


class OperatorDesk:
    """Drives the view-model `Operator`. GUI thread; seconds of a steady clock."""

    def __init__(
        self,
        view: Operator,
        office: Office,
        *,
        texts: Callable[[], Mapping[str, str]],
        act: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        self._view = view
        self._office = office
        self._texts = texts
        self._act = act
        self._clock = clock
        self._lock = Lock()
        self._typed = ""
        self._touched = 0.0
        self._dials = dials(office.choices)
        view.pressed.connect(self._press)
        view.gone.connect(self._go)
        view.stepped.connect(self._step)
        view.done.connect(self._do)
        view.closed.connect(self.close)

    def knock(self) -> None:
        """Staff knocked: ask for the PIN."""
        self._typed = ""
        self._touched = self._clock()
        missing = self._office.store.current.operator_pin is None
        hint = self._texts()["pin_missing"] if missing else ""
        self._view.show(open=True, trusted=False, digits=0, hint=hint)

    def close(self) -> None:
        """Back to the visitors; the next one has to know the PIN again."""
        self._typed = ""
        self._view.show(open=False, trusted=False, digits=0, rows=[], hint="")

    def tick(self, now: float) -> None:
        """Close what was left open."""
        if self._view.value("open") and now - self._touched > _LEFT_ALONE:
            self.close()

    def _press(self, key: str) -> None:
        now = self._touched = self._clock()
        if key == "enter":
            self._try(now)
            return
        self._typed = self._typed[:-1] if key == "delete" else (self._typed + key)[:LONGEST]
        self._view.show(digits=len(self._typed), hint="")

    def _try(self, now: float) -> None:
        typed, self._typed = self._typed, ""
        self._view.show(digits=0)
        stored = self._office.store.current.operator_pin
        if self._lock.opens(typed, stored, now):
            texts = self._texts()
            pages = [{"id": page, "label": texts[f"page_{page}"]} for page in self._dials]
            self._view.show(trusted=True, hint="", pages=pages)
            self._go(next(iter(self._dials)))
            return
        key = "pin_missing" if stored is None else "pin_shut" if self._lock.shut(now) else "pin_wrong"
        self._view.show(hint=self._texts()[key])

    def _go(self, page: str) -> None:
        self._touched = self._clock()
        if self._view.value("trusted") and page in self._dials:
            self._view.show(page=page, rows=self._rows(page), hint=self._hint(page))

    def _step(self, row: str, by: int) -> None:
        self._touched = self._clock()
        page = self._view.value("page")
        dial = next((one for one in self._dials.get(page, ()) if one.id == row), None)
        if dial is None or not self._view.value("trusted"):
            return
        store = self._office.store
        try:
            store.change(dial.setting, dial.stepped(store.current, by))
        except SettingsError:
            self._view.show(hint=self._texts()["not_saved"])
            return
        self._go(page)

    def _do(self, action: str) -> None:
        self._touched = self._clock()
        if self._view.value("trusted"):
            if action != "click":
                self.close()
            self._act(action)

    def _rows(self, page: str) -> list[dict[str, str]]:
        texts = self._texts()
        rows = [self._dial_row(dial, texts) for dial in self._dials[page]]
        rows += [
            {"id": action, "label": texts[f"do_{action}"], "value": "", "kind": "action"}
            for action in _ACTIONS.get(page, ())
        ]
        return rows + (self._counted(texts) if page == "content" else [])

    def _dial_row(self, dial: Dial, texts: Mapping[str, str]) -> dict[str, str]:
        told = dial.told(self._office.store.current, texts)
        return {"id": dial.id, "label": texts[f"set_{dial.id}"], "value": told, "kind": "step"}

    def _counted(self, texts: Mapping[str, str]) -> list[dict[str, str]]:
        day = self._office.counts.day(datetime.now().astimezone().date())
        figures = {"sessions": day.sessions, "answers": sum(day.answers.values()), "refusals": day.refusals}
        return [
            {"id": name, "label": texts[f"set_{name}"], "value": str(figure), "kind": "told"}
            for name, figure in figures.items()
        ]

    def _hint(self, page: str) -> str:
        small = self._office.store.current.screen.diagonal_inches < _SMALLEST
        if page == "screen" and small:
            return self._texts()["small_targets"]
        return self._texts()["click_hint"] if page == "sync" else ""
