extension ToolManual.Section {
  /// The environment variable that chooses the output device.
  package static let outputEnvironment = Self(
    "Environment",
    entries: [
      .init(
        "OPENCOREAUDIO_DEVICE",
        """
        The output device: pulse, pulse:SERVER, pulse#SINK, alsa, alsa:PCM, null (silence), or \
        offline:FILE.wav, which writes the sound to a file. Without it, the first device that \
        works is used.
        """)
    ])

  /// The environment variable that chooses the input device.
  package static let inputEnvironment = Self(
    "Environment",
    entries: [
      .init(
        "OPENCOREAUDIO_INPUT",
        """
        The input device, if --device does not name one. It takes the same names.
        """)
    ])
}

extension ToolOption.Value {
  /// A file type by its four-character code.
  package static let fileType = Self("TYPE", .fileTypes)
  /// A data format, perhaps with a sample rate.
  package static let dataFormat = Self("FORMAT[@RATE]", .dataFormats)
  package static let channelLayout = Self("TAG", .channelLayouts)
  /// How an encoder varies its bit rate.
  package static let strategy = Self("STRATEGY", .words(["0", "1", "2", "3"]))
}
