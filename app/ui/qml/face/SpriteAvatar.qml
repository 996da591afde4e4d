/* An avatar of pictures: a head, and over it the mouth of the viseme that is nearest to the pose. */
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: avatar

    required property var pose
    required property var look
    required property real unit
    // The head fills the stage's width or height, and stands on its lower edge.
    readonly property real scaled: 1080 * avatar.unit / Math.max(avatar.look.size[0], avatar.look.size[1])
    property bool painted: false

    opacity: avatar.painted ? 1 : 0

    Behavior on opacity {
        NumberAnimation {
            duration: 250
            easing.type: Easing.InOutQuad
        }
    }

    Item {
        id: figure

        x: Math.round((1080 - 1080 * avatar.look.size[0] / Math.max(avatar.look.size[0], avatar.look.size[1])) / 2 * avatar.unit + avatar.pose.headTurn * 10 * avatar.unit)
        y: Math.round(1080 * avatar.unit - avatar.look.size[1] * avatar.scaled + (8 + avatar.pose.headNod * 8 - avatar.pose.breath * 3) * avatar.unit)
        width: Math.round(avatar.look.size[0] * avatar.scaled)
        height: Math.round(avatar.look.size[1] * avatar.scaled)
        transform: Rotation {
            origin.x: figure.width / 2
            origin.y: figure.height
            angle: Math.round(avatar.pose.headTilt * 24) / 8
        }

        Picture {
            source: avatar.look.head
            onStatusChanged: if (status === Image.Ready)
                avatar.painted = true
        }
        Picture {
            source: avatar.look.looks[avatar.pose.behaviour] ?? ""
        }
        Picture {
            source: avatar.look.blink
            visible: avatar.pose.blink > 0.5
        }
        Repeater {
            model: Object.keys(avatar.look.mouths)

            Image {
                id: mouth

                required property string modelData

                x: Math.round(avatar.look.mouthBox[0] * avatar.scaled)
                y: Math.round(avatar.look.mouthBox[1] * avatar.scaled)
                width: Math.round(avatar.look.mouthBox[2] * avatar.scaled)
                height: Math.round(avatar.look.mouthBox[3] * avatar.scaled)
                sourceSize: Qt.size(width, height)
                source: avatar.look.mouths[mouth.modelData]
                visible: avatar.pose.viseme === mouth.modelData
            }
        }
    }

    component Picture: Image {
        anchors.fill: parent
        sourceSize: Qt.size(figure.width, figure.height)
        retainWhileLoading: true
    }
}
