/* From the pose to the mouth's measures in stage units; x from the centre line, y down from the closed lips. */
import QtQuick

QtObject {
    id: form

    required property var pose
    readonly property real tuck: form.pose.lipUnderTeeth
    readonly property real roundness: Math.min(1, Math.max(0, form.pose.round + 0.25 * form.pose.jaw))
    readonly property real smile: form.pose.smile

    // How far the lips are apart in the middle: the jaw, and lips drawn back from the teeth.
    readonly property real gap: Math.max(0, form.pose.jaw * 70 + form.pose.upperTeeth * 9 + form.pose.lowerTeeth * 5)
    readonly property real roof: -0.24 * form.gap - 2 * form.tuck
    readonly property real floor: 0.76 * form.gap - 6 * form.tuck
    readonly property real corner: 0.24 * form.gap - 7 * form.smile

    readonly property real outer: 62 + 19 * form.pose.width - 14 * form.pose.round - 6 * form.pose.jaw + 7 * Math.max(0, form.smile)
    readonly property real inner: form.outer - 5 - 7 * form.pose.round

    // The lips' own thickness: pressed and stretched lips are thin, pushed ones full.
    readonly property real fullness: 1 - 0.4 * form.pose.press - 0.14 * form.pose.width + 0.18 * form.pose.round
    readonly property real upperLip: 17 * form.fullness
    readonly property real lowerLip: 23 * form.fullness * (1 - 0.4 * form.tuck)

    // Where the edges of teeth and tongue cross the centre line, always between roof and floor.
    readonly property real opening: form.floor - form.roof
    readonly property real upperEdge: form.roof + Math.min(22 * form.pose.upperTeeth, form.opening * (1 - 0.36 * form.pose.lowerTeeth))
    readonly property real lowerEdge: form.floor - Math.min(15 * form.pose.lowerTeeth, 0.45 * form.opening)
    readonly property real tongueTop: form.floor - form.opening * Math.min(0.85, 0.3 + 0.4 * form.pose.tongueBack)
    readonly property real tipTop: form.floor - (form.floor - form.upperEdge + 5) * Math.min(1, 1.6 * form.pose.tongueTip)
    readonly property real thrust: Math.max(0, form.pose.tongueTip - 0.7) / 0.3
}
