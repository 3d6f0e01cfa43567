// The characteristics of language options, which are those of media selection options.

/// The main content.
public let MPLanguageOptionCharacteristicIsMainProgramContent =
  "public.main-program-content"
/// Content beside the main one.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent =
  "public.auxiliary-content"
/// Only subtitles that are always shown.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles =
  "public.subtitles.forced-only"
/// A transcript of the speech.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog =
  "public.accessibility.transcribes-spoken-dialog"
/// A description of music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound =
  "public.accessibility.describes-music-and-sound"
/// Text that is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead =
  "public.easy-to-read"
/// A description of the pictures.
public let MPLanguageOptionCharacteristicDescribesVideo =
  "public.accessibility.describes-video"
/// A translation.
public let MPLanguageOptionCharacteristicLanguageTranslation =
  "public.translation"
/// A translation that replaces the voices.
public let MPLanguageOptionCharacteristicDubbedTranslation =
  "public.translation.dubbed"
/// A translation spoken over the voices.
public let MPLanguageOptionCharacteristicVoiceOverTranslation =
  "public.translation.voice-over"
