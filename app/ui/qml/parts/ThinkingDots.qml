/* Three dots that swell one after the other while the avatar thinks. */
pragma ComponentBehavior: Bound
import QtQuick
import "../theme"

Row {
    id: dots

    property bool running: false
    property bool still: false

    spacing: 14

    Repeater {
        model: 3

        Rectangle {
            id: dot

            required property int index

            width: 20
            height: 20
            radius: 10
            color: Theme.coral

            SequentialAnimation on opacity {
                running: dots.running && !dots.still
                loops: Animation.Infinite
                PauseAnimation { duration: 160 * dot.index }
                NumberAnimation { to: 0.25; duration: Theme.calm; easing.type: Easing.InOutSine }
                NumberAnimation { to: 1; duration: Theme.calm; easing.type: Easing.InOutSine }
                PauseAnimation { duration: 160 * (2 - dot.index) }
            }
        }
    }
}
