/* What stands on the keys, as on the keyboards that people know; rows run from left to right in both scripts. */
pragma Singleton
import QtQuick

QtObject {
    readonly property var letters: ({
            "en": ["qwertyuiop", "asdfghjkl'", "zxcvbnm,.?"],
            "ar": ["ضصثقفغعهخحجد", "شسيبلاتنمكطذ", "أإآءؤئرىةوزظ"]
        })
    readonly property var signs: ({
            "en": ["1234567890", "-/:;()&%+=", "\"!@€£$°.,?"],
            "ar": ["1234567890", "٠١٢٣٤٥٦٧٨٩", "-/:()%!.،؛؟"]
        })
    readonly property var other: ({
            "en": "ar",
            "ar": "en"
        })
    readonly property var called: ({
            "en": "EN",
            "ar": "عربي"
        })
}
