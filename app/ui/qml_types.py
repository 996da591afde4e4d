"""Makes the view-models known to QML, and describes them for qmllint: `python -m app.ui.qml_types`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QMetaMethod, QMetaObject
from PySide6.QtQml import qmlRegisterUncreatableType

from app.ui.view_models.captions import Captions
from app.ui.view_models.diagnostics import Diagnostics
from app.ui.view_models.face_pose import FacePose
from app.ui.view_models.kiosk_screen import KioskScreen

QML: Final = Path(__file__).parent / "qml"
MODULE: Final = "models"
TYPES: Final = (Captions, Diagnostics, FacePose, KioskScreen)
DESCRIPTION: Final = QML / MODULE / f"{MODULE}.qmltypes"


def register_types() -> None:
    """Register every view-model as a type that QML can name but not create."""
    for kind in TYPES:
        name = kind.__name__
        qmlRegisterUncreatableType(kind, MODULE, 1, 0, name, f"{name} is handed in by the bridge")


def describe_types() -> str:
    """The text of `models.qmltypes`."""
    components = "".join(_component(kind.staticMetaObject) for kind in TYPES)
    return f"import QtQuick.tooling 1.2\n\nModule {{\n{components}}}\n"


def _component(meta: QMetaObject) -> str:
    name = meta.className()
    lines = [f'name: "{name}"', 'accessSemantics: "reference"', 'prototype: "QObject"']
    lines += [f'exports: ["{MODULE}/{name} 1.0"]', "isCreatable: false", "exportMetaObjectRevisions: [256]"]
    properties = (meta.property(index) for index in range(meta.propertyOffset(), meta.propertyCount()))
    for one in properties:
        notify = bytes(one.notifySignal().name().data()).decode()
        lines.append(
            f'Property {{ name: "{one.name()}"; type: "{one.typeName()}"; '
            f'read: "{one.name()}"; notify: "{notify}"; isReadonly: true }}'
        )
    methods = (meta.method(index) for index in range(meta.methodOffset(), meta.methodCount()))
    lines += [_method(method) for method in methods]
    return "    Component {\n" + "".join(f"        {line}\n" for line in lines) + "    }\n"


def _method(method: QMetaMethod) -> str:
    kind = "Signal" if method.methodType() is QMetaMethod.MethodType.Signal else "Method"
    types = [bytes(name.data()).decode() for name in method.parameterTypes()]
    parameters = "".join(f'; Parameter {{ type: "{name}" }}' for name in types)
    return f'{kind} {{ name: "{bytes(method.name().data()).decode()}"{parameters} }}'


if __name__ == "__main__":
    DESCRIPTION.write_text(describe_types(), encoding="utf-8")
