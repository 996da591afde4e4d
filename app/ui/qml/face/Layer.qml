/* A still picture of the avatar, drawn once at the size of the screen and then only moved. */
import QtQuick

Image {
    id: layer

    required property url art
    required property string name
    required property real unit
    required property rect box // where the picture lies on the stage of 1080 × 1080
    property real shiftX: 0 // parallax, in stage units
    property real shiftY: 0

    asynchronous: true
    retainWhileLoading: true
    source: layer.unit > 0 ? layer.art + layer.name + ".svg" : ""
    sourceSize: Qt.size(Math.round(layer.box.width * layer.unit), Math.round(layer.box.height * layer.unit))
    // Whole pixels: a picture that is only moved by them is copied, not resampled.
    x: Math.round((layer.box.x + layer.shiftX) * layer.unit)
    y: Math.round((layer.box.y + layer.shiftY) * layer.unit)
    width: layer.sourceSize.width
    height: layer.sourceSize.height
}
