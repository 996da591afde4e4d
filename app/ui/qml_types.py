"""Makes the view-models known to QML, and describes them for qmllint: `python -m app.ui.qml_types`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QMetaMethod, QMetaObject, QMetaProperty
from PySide6.QtQml import qmlRegisterUncreatableType

from app.ui.view_models.captions import Captions
from app.ui.view_models.diagnostics import Diagnostics
from app.ui.view_models.face_pose import FacePose
from app.ui.view_models.kiosk_screen import KioskScreen
from app.ui.view_models.operator import Operator

QML: Final = Path(__file__).parent / "qml"
MODULE: Final = "models"
TYPES: Final = (Captions, Diagnostics, FacePose, KioskScreen, Operator)
DESCRIPTION: Final = QML / MODULE / f"{MODULE}.qmltypes"


def register_types() -> None:
    """Register every view-model as a type that QML can name but not create."""
    for kind in TYPES:
        name: Any = kind.__name__  # the call wants the str that PySide's stubs refuse
        qmlRegisterUncreatableType(kind, MODULE, 1, 0, name, name)


def describe_types() -> str:
    """The text of `models.qmltypes`."""
    components = "".join(_component(kind) for kind in TYPES)
    return f"import QtQuick.tooling 1.2\n\nModule {{\n{components}}}\n"


def _component(kind: Any) -> str:
    meta: QMetaObject = kind.staticMetaObject
    name = _text(meta.className())
    lines = [f'name: "{name}"', 'accessSemantics: "reference"', 'prototype: "QObject"']
    lines += [f'exports: ["{MODULE}/{name} 1.0"]', "isCreatable: false", "exportMetaObjectRevisions: [256]"]
    properties = range(meta.propertyOffset(), meta.propertyCount())
    lines += [_property(meta.property(index)) for index in properties]
    lines += [_method(meta.method(index)) for index in range(meta.methodOffset(), meta.methodCount())]
    return "    Component {\n" + "".join(f"        {line}\n" for line in lines) + "    }\n"


def _property(one: QMetaProperty) -> str:
    name, kind, notify = (_text(text) for text in (one.name(), one.typeName(), one.notifySignal().name()))
    return (
        f'Property {{ name: "{name}"; type: "{kind}"; read: "{name}"; notify: "{notify}"; isReadonly: true }}'
    )


def _method(method: QMetaMethod) -> str:
    kind = "Signal" if method.methodType() is QMetaMethod.MethodType.Signal else "Method"
    parameters = "".join(f' Parameter {{ type: "{_text(name)}" }}' for name in method.parameterTypes())
    return f'{kind} {{ name: "{_text(method.name())}";{parameters} }}'


def _text(name: Any) -> str:
    """Qt hands its names out as str, bytes or QByteArray, depending on the call."""
    return name if isinstance(name, str) else bytes(name).decode()


if __name__ == "__main__":
    DESCRIPTION.write_text(describe_types(), encoding="utf-8")
