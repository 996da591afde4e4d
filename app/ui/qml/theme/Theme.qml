/* Colours, type sizes and times of the whole screen; lengths are pixels of a 1080-wide portrait screen. */
pragma Singleton
import QtQuick

QtObject {
    id: theme

    property bool arabic: false // set by the window with the language
    property real enlarged: 1 // of the type, as the visitor wants it
    property bool strong: false // the strongest contrast that there is
    property real finger: 48 // 15 mm on this screen

    readonly property color night: theme.strong ? "#000000" : "#052129" // behind everything
    readonly property color deep: theme.strong ? "#000000" : "#082c34" // the sheet that carries words
    readonly property color card: theme.strong ? "#1c1c1c" : "#10424c"
    readonly property color field: theme.strong ? "#1c1c1c" : "#062229"
    readonly property color shade: theme.strong ? "#000000" : "#041a20" // the one shadow
    readonly property color light: theme.strong ? "#ffffff" : "#fff4df" // text on the four above
    readonly property color soft: theme.strong ? "#ffffff" : "#d5e4dc" // second-rank text on them
    readonly property color coral: theme.strong ? "#ffe14d" : "#ff9a80" // the one accent
    readonly property color sand: theme.strong ? "#ffffff" : "#f3dfb9"
    readonly property color ink: theme.strong ? "#000000" : "#03191f" // text on coral and sand

    readonly property string family: "Readex Pro"
    readonly property string mark: theme.arabic ? "\u200f" : "\u200e" // gives a line its language's direction
    readonly property real grown: theme.enlarged * (theme.arabic ? 1.1 : 1) // Arabic letters are smaller at the same size
    readonly property int titleSize: Math.round(40 * theme.grown)
    readonly property int captionSize: Math.round(46 * theme.grown)
    readonly property int textSize: Math.round(35 * theme.grown)
    readonly property int smallSize: Math.round(30 * theme.grown)
    readonly property int panelSize: 22
    readonly property real lineHeight: 1.5 // of the type size
    readonly property real naturalHeight: 1.25 // the family's own

    readonly property int gap: 20
    readonly property int margin: 44
    readonly property int radius: 30
    readonly property int control: Math.max(108, Math.ceil(theme.finger)) // height of whatever a finger meets
    readonly property int quick: 150
    readonly property int calm: 250
}
