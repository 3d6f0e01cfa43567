extension ToolManual.Section {
  /// The environment variable for the output device.
  package static let outputEnvironment = Self(
    "Environment",
    entries: [
      .init(
        "OPENCOREAUDIO_DEVICE",
        """
        The output device: pulse, pulse:SERVER, pulse#SINK, pulse:SERVER#SINK, alsa, alsa:PCM, \
        null (silence), or offline:FILE.wav, which writes the sound to a file. Without this \
        variable, the tool uses the first device that works.
        """), soundFont,
    ])

  /// The environment variable for the sounds of MIDI files.
  package static let soundFontEnvironment = Self("Environment", entries: [soundFont])

  private static let soundFont = Entry(
    "OPENCOREAUDIO_SOUNDFONT",
    """
    The SF2, SF3 or DLS file with the sounds for MIDI files, if --soundfont does not name one.
    """)

  /// The environment variable for the input device.
  package static let inputEnvironment = Self(
    "Environment",
    entries: [
      .init(
        "OPENCOREAUDIO_INPUT",
        """
        The input device, if --device does not name one. The names are those of --device.
        """)
    ])
}

extension ToolOption.Value {
  /// A file type as a four-character code.
  package static let fileType = Self("TYPE", .fileTypes)
  /// A data format, optionally with a sample rate.
  package static let dataFormat = Self("FORMAT[@RATE]", .dataFormats)
  package static let channelLayout = Self("TAG", .channelLayouts)
  /// The strategy of an encoder's bit rate.
  package static let strategy = Self("STRATEGY", .words(["0", "1", "2", "3"]))
}
