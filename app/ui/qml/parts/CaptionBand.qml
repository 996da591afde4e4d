/* What the avatar says, in large lines that follow the voice; before that, what a visitor can do. */
pragma ComponentBehavior: Bound
import QtQuick
import "../theme"
import models

Item {
    id: band

    required property KioskScreen kiosk
    required property Captions captions
    readonly property int pitch: Math.round(Theme.captionSize * Theme.lineHeight)
    readonly property int edge: 10 // what the mark reaches beyond its word
    readonly property bool silent: list.count === 0 || !band.kiosk.captioned
    readonly property var hints: ({
            "starting": "starting",
            "thinking": "thinking",
            "broken": "out_of_order"
        })

    ListView {
        id: list

        objectName: "captions"
        visible: band.kiosk.captioned
        x: -band.edge
        width: parent.width + 2 * band.edge
        height: Math.floor(parent.height / band.pitch) * band.pitch
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        model: band.captions.lines
        currentIndex: Math.max(band.captions.line, 0)
        highlightRangeMode: ListView.ApplyRange
        preferredHighlightBegin: 0
        preferredHighlightEnd: 2 * band.pitch
        highlightMoveDuration: Theme.calm
        onWidthChanged: band.captions.fit(band.width, Theme.captionSize)

        delegate: CaptionLine {
            required property string modelData
            required property int index

            width: list.width
            height: band.pitch
            edge: band.edge
            words: modelData
            spoken: index === band.captions.line
            fromRight: band.captions.mirrored
            wordLeft: band.captions.left
            wordWidth: band.captions.breadth
        }
    }

    Connections {
        target: Theme

        function onCaptionSizeChanged(): void {
            band.captions.fit(band.width, Theme.captionSize);
        }
    }

    Column {
        width: parent.width
        spacing: Theme.gap
        visible: band.silent

        Label {
            width: parent.width
            size: Theme.captionSize
            content: band.kiosk.texts[band.hints[band.kiosk.state] ?? "prompt"] ?? ""
        }

        ThinkingDots {
            anchors.left: parent.left
            visible: running
            running: band.silent && (band.kiosk.state === "thinking" || band.kiosk.state === "starting")
            still: band.kiosk.still
        }
    }
}
