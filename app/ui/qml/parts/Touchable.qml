/* Anything that a finger may meet: shows the touch at once, lets go softly. */
import QtQuick
import "../theme"

Item {
    id: touchable

    property color ground: Theme.card
    property color groundPressed: Theme.coral
    property string name
    property real radius: Theme.radius
    readonly property bool pressed: tap.pressed
    property bool held: false // for longer than a tap
    default property alias content: face.data

    signal tapped

    implicitHeight: Theme.control
    Accessible.role: Accessible.Button
    Accessible.name: touchable.name
    Accessible.onPressAction: touchable.tapped()

    Rectangle {
        anchors.fill: face
        anchors.topMargin: 8
        anchors.bottomMargin: -8
        radius: touchable.radius
        color: Theme.shade
        opacity: touchable.pressed ? 0 : 0.55
    }

    Rectangle {
        id: face

        width: touchable.width
        height: touchable.height
        radius: touchable.radius
        color: touchable.ground
    }

    states: State {
        name: "pressed"
        when: touchable.pressed

        PropertyChanges {
            face.color: touchable.groundPressed
            face.y: 4
        }
    }

    transitions: Transition { // on letting go only: a touch must show in the next frame
        from: "pressed"

        ColorAnimation {
            duration: Theme.quick
            easing.type: Easing.OutCubic
        }
    }

    TapHandler {
        id: tap

        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: touchable.tapped()
        onLongPressed: touchable.held = true
        onPressedChanged: if (!pressed)
            touchable.held = false
    }
}
