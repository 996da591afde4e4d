"""The base of all view-models: values by name, told to QML only when they change."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Property, QObject, Signal


def shown(kind: Any, name: str, notify: Signal) -> Property:
    """A read-only Qt property of a ViewModel; `kind` is a Python type or the name of a C++ one."""
    return Property(kind, lambda model: model.value(name), notify=notify)


class ViewModel(QObject):
    """Holds the values that its subclass declares with `shown`. GUI thread only.

    Each property `name` has a signal `name_changed`. `parent` is required: an object that QML alone
    refers to is deleted under it.
    """

    def __init__(self, parent: QObject, **values: Any) -> None:
        super().__init__(parent)
        self._values = values

    def value(self, name: str) -> Any:
        """The value of a property."""
        return self._values[name]

    def show(self, **values: Any) -> None:
        """Set properties; those that do not change stay silent."""
        for name, value in values.items():
            if self._values[name] != value:
                self._values[name] = value
                getattr(self, f"{name}_changed").emit()
