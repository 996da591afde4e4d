/* A layer that wanders a little to and fro, a whole pixel at a time, so that it is copied, not resampled. */
import QtQuick

Image {
    id: layer

    required property string picture
    required property real unit
    required property rect box // on a stage of 1104 × 1104
    required property real phase // radians of the wander
    property real reach: 44

    asynchronous: true // the window shows before they are drawn
    source: layer.unit > 0 ? layer.picture : ""
    x: Math.round((layer.box.x + layer.reach * Math.sin(layer.phase)) * layer.unit)
    y: Math.round(layer.box.y * layer.unit)
    width: Math.round(layer.box.width * layer.unit)
    height: Math.round(layer.box.height * layer.unit)
    sourceSize: Qt.size(width, height)
}
