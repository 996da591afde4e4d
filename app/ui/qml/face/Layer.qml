/* A still picture of the avatar, drawn once at the size of the screen and then only moved. */
import QtQuick

Image {
    id: layer

    required property LayeredAvatar avatar
    required property var box // x, y, width and height on the stage of 1080 × 1080
    property real stretch: 0
    readonly property real unit: layer.avatar.unit
    property bool counted: false

    asynchronous: true
    retainWhileLoading: true
    sourceSize: Qt.size(Math.round(layer.box[2] * layer.unit), Math.round(layer.box[3] * layer.unit))
    // Whole pixels: a picture that is only moved by them is copied, not resampled.
    x: Math.round(layer.box[0] * layer.unit)
    y: Math.round(layer.box[1] * layer.unit)
    width: layer.sourceSize.width
    height: layer.sourceSize.height + Math.round(layer.stretch * layer.unit)
    Component.onCompleted: if (layer.status !== Image.Ready) {
        layer.counted = true;
        layer.avatar.pending += 1;
    }
    onStatusChanged: if (layer.counted && layer.status !== Image.Loading && layer.status !== Image.Null) {
        layer.counted = false;
        layer.avatar.pending -= 1;
    }
}
