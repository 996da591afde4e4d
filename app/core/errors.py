"""The one error tree: adapters raise these, stages, the command line and the bridge catch them.

Each message is one line that names the thing and, where there is one, the remedy.
"""


class LisanError(Exception):
    """Anything that Lisan reports to a person; the message is the report."""


class GivenUpError(LisanError):
    """Long work that nobody waits for any more; there is nothing to report."""


class ContentError(LisanError):
    """A content pack or a question that cannot be used."""


class ModelError(LisanError):
    """A model directory, variant or runtime that cannot be used."""


class AudioError(LisanError):
    """An audio device or stream that cannot be used."""


class SpeechError(LisanError):
    """Text or a recording that cannot be spoken."""


class AlignmentError(LisanError):
    """Speech whose phones cannot be timed by the rung that was asked for."""


class AvatarError(LisanError):
    """An avatar pack that cannot be shown."""


class SettingsError(LisanError):
    """A setting that is unknown or has a value out of range."""
