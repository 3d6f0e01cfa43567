import ToolSupport

/// The options of afrecord.
enum RecordOption: CaseIterable, Sendable {
  case fileType, dataFormat, channels, layout, bitRate, strategy, quality
  case duration, verbose, profile, devices, device, help

  static let table = OptionTable<RecordOption>(format + run)

  private static let format: [OptionTable<RecordOption>.Row] = [
    .init(
      .fileType, ["-f", "--file"], [.fileType],
      help: """
        Sets the file type. TYPE is WAVE, AIFF, AIFC, caff, m4af, adts, MPG3, flac or another type \
        that afconvert -hf lists. Without -f, the extension of FILE decides.
        """),
    .init(
      .dataFormat, ["-d", "--data"], [.dataFormat],
      help: """
        Sets the data format. FORMAT is aac, alac, flac, opus, .mp3, ulaw, alaw, ima4 or another \
        codec that afconvert -hf lists, or linear PCM as [BE|LE](F|[U]I)(8|16|24|32|64), such as \
        LEI16 or BEF32. Without -d, the file type's usual format is used. RATE is in hertz; the \
        default is 44100 (opus: 48000).
        """),
    .init(
      .channels, ["-c", "--channels"], [.init("COUNT")],
      help: "Sets the number of channels. The default is that of -l, or else 2."),
    .init(
      .layout, ["-l", "--channellayout"], [.channelLayout],
      help: "Sets the channel layout by a name, such as MPEG_5_1_A, or by the number of a tag."),
    .init(
      .bitRate, ["-b", "--bitrate"], [.init("BITS")],
      help: "Sets the target bit rate of the encoder in bits per second."),
    .init(
      .strategy, ["-s", "--strategy"], [.strategy],
      help: """
        Chooses how the bit rate may vary, if the encoder supports it. 0 is constant, 1 is \
        constant on average, 2 is variable within bounds, and 3 follows the quality alone.
        """),
    .init(
      .quality, ["-q", "--quality"], [.init("0...127")], help: "Sets the quality of the encoder."),
  ]

  private static let run: [OptionTable<RecordOption>.Row] = [
    .init(
      .duration, ["-t", "--duration"], [.init("SECONDS")],
      help: "Stops after this number of seconds."),
    .init(.verbose, ["-v", "--verbose"], help: "Reports the format of the file."),
    .init(
      .profile, ["-p", "--profile"],
      help: "Reports the elapsed time, processor time and memory of the run at its end."),
    .init(
      .devices, ["--devices"], help: "Lists the input devices by the names that --device accepts."),
    .init(
      .device, ["--device"], [.init("NAME", .devices)],
      help: """
        Records from this device. NAME is pulse, alsa, null (silence) or file:PATH. pulse can be \
        followed by a colon and the address of a server, and by # and the name of a source, such \
        as the monitor of a sink. alsa can be followed by a colon and the name of a PCM. Without \
        this option, OPENCOREAUDIO_INPUT names the device. Without both, recording follows \
        OPENCOREAUDIO_DEVICE, the variable for the output device. Otherwise, afrecord \
        uses the first device that works.
        """),
    .init(.help, ["-h", "--help"], help: "Prints this help."),
  ]

  static var manual: ToolManual {
    ToolManual(
      name: "afrecord", summary: "record audio to a file", synopses: ["[option...] FILE"],
      description: [
        """
        Records to FILE until Ctrl-C or until the time of -t is over. An existing FILE is \
        replaced. In the foreground of a terminal, a line shows the time and the level.
        """,
        """
        The file stays readable however afrecord ends, even if a signal kills afrecord (ADTS, MP3 \
        and AC-3 files from the first packet on). Such a file lacks at most the last few tenths of \
        a second.
        """,
      ],
      options: table.options, sections: [.inputEnvironment, status])
  }

  private static let status = ToolManual.Section(
    "Exit status",
    "A second signal ends afrecord immediately. Otherwise, the status is one of these:",
    entries: [
      .init("0", "The file is complete, even if Ctrl-C, SIGTERM or SIGHUP ended the recording."),
      .init("1", "The recording failed."),
      .init("2", "The command line was wrong."),
    ])
}
