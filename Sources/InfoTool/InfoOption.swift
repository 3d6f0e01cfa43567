import ToolSupport

/// The options of afinfo.
enum InfoOption: CaseIterable, Sendable {
  case json, waveform, spectrogram, poster, posterTime, help

  static let table = OptionTable<InfoOption>([
    .init(.json, ["--json"], help: "Prints a JSON array with one object for each readable file."),
    .init(
      .waveform, ["--waveform"], [.init("PNG", .file)], isRepeatable: true,
      help: "Draws the samples over time. The peaks are pale, and the mean power is dark."),
    .init(
      .spectrogram, ["--spectrogram"], [.init("PNG", .file)], isRepeatable: true,
      help: "Draws the power of each frequency over time. Black is 100 dB below a full-scale sine."),
    .init(
      .poster, ["--poster"], [.init("PNG", .file)], isRepeatable: true,
      help: """
        Writes a picture of a film, from a tenth of its duration, or a later one if that is \
        black. A name that ends in .jpg or .jpeg makes a JPEG file.
        """),
    .init(
      .posterTime, ["--poster-time"], [.init("SECONDS")],
      help: "Writes the picture that the film shows after this number of seconds."),
    .init(.help, ["-h", "--help"], help: "Prints this help."),
  ])

  static var manual: ToolManual {
    ToolManual(
      name: "afinfo", summary: "show the format and the tags of audio files, films and MIDI files",
      synopses: [
        "[--json] FILE...",
        "[--waveform PNG] [--spectrogram PNG] FILE",
        "--poster PNG [--poster-time SECONDS] FILE",
      ],
      description: [
        """
        Reports the type, data format, duration, packets, bit rate and tags of each audio FILE. \
        For a film, also reports the video tracks. For a MIDI FILE (.mid, .kar, .rmi), reports the \
        tracks, tempo, events and length.
        """
      ],
      options: table.options, sections: [members, status])
  }

  private static let members = ToolManual.Section(
    "JSON members", "A member is null if its value is unknown.",
    entries: [
      .init("file", "The name as given."),
      .init("fileType", #"The type in four characters, such as "MPG3"."#),
      .init("tracks", "The number of audio tracks, or of the tracks of a MIDI file."),
      .init(
        "format",
        """
        An object: id (four characters), flags, sampleRate (hertz), channels, bitsPerChannel, \
        bytesPerPacket, framesPerPacket and bytesPerFrame. 0 means that the number varies or does \
        not apply.
        """),
      .init("channelLayoutTag", "Core Audio's number for the channel layout."),
      .init("duration", "The duration of the audio in seconds; may be an estimate."),
      .init("audioBytes", "The number of bytes of audio data."),
      .init("audioPackets", "The number of packets."),
      .init("bitRate", "Bits per second."),
      .init("packetSizeUpperBound", "An upper bound for the number of bytes of a packet."),
      .init("maximumPacketSize", "The number of bytes of the largest packet."),
      .init("dataOffset", "The number of bytes before the audio data."),
      .init("optimized", "Whether the audio data is the last part of the file."),
      .init("validFrames", "The number of frames of the audio without priming and padding."),
      .init("primingFrames", "The number of frames that the decoder outputs before the audio."),
      .init("remainderFrames", "The number of padding frames after the audio."),
      .init("sourceBitDepth", "The number of bits of a sample; negative for floating point."),
      .init("cutOff", "Whether the file lacks audio that its header promises."),
      .init(
        "videoTracks",
        """
        An array with an object for each track of moving pictures: codec (four characters), width \
        and height in stored pixels, cleanAperture (an array: the column, row, width and height \
        of the part that is shown), pixelAspect (the width of a pixel relative to its height), \
        rotation (clockwise degrees for display), mirrored, frameRate, duration in seconds, and \
        bitRate. A film without sound has only the members file, tracks (0), duration and \
        videoTracks.
        """),
      .init("tags", "Title, artist and so on, as strings."),
      .init(
        "midi",
        """
        For MIDI files, an object: format, ticksPerBeat or ticksPerSecond, beats, tempo (beats per \
        minute at the start), tempoChanges, events, trackEvents (those of each track) and repairs \
        (faults that were corrected). Such files have no audio members.
        """),
    ])

  private static let status = ToolManual.Section(
    "Exit status",
    entries: [
      .init("0", "All files were read."),
      .init("1", "A file cannot be read, or is truncated."),
      .init("2", "The command line was wrong."),
    ])
}
