/* The mouth: what is inside, between two lips that are closed curves of the pose. */
import QtQuick

Item {
    id: mouth

    required property var pose
    required property real unit
    readonly property MouthForm form: MouthForm {
        pose: mouth.pose
    }

    transform: Scale {
        xScale: mouth.unit
        yScale: mouth.unit
    }

    MouthInside {
        form: mouth.form
    }
    Lips {
        form: mouth.form
    }
}
