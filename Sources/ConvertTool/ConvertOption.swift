import ToolSupport

/// The options of afconvert.
enum ConvertOption: CaseIterable, Sendable {
  case fileType, dataFormat, bitRate, strategy, quality, property, channels, layout, mix
  case rateQuality, rateComplexity, primeMethod, generateSoundCheck, readSoundCheck
  case offset, start, end, gain, normalize, fadeIn, fadeOut, join, splitChapters
  case track, soundFont, gaplessBefore, gaplessAfter, noFiller
  case output, outputFolder, skipExisting, jobs, verbose, formats, help

  static let table = OptionTable<ConvertOption>(format + encoder + sound + input + files + other)

  private static let format: [OptionTable<ConvertOption>.Row] = [
    .init(
      .fileType, ["-f", "--file"], [.fileType],
      help: """
        Sets the file type of the output. TYPE is WAVE, AIFF, AIFC, caff, m4af, m4bf, mp4f, adts, \
        MPG3, flac, NeXT or another type that -hf lists. Without -f, the extension of OUTPUT \
        decides.
        """),
    .init(
      .dataFormat, ["-d", "--data"], [.dataFormat],
      help: """
        Sets the data format of the output. FORMAT is aac, alac, flac, opus, .mp3, ulaw, alaw, ima4, \
        ac-3 or another codec that -hf lists, or linear PCM as [BE|LE](F|[U]I)(8|16|24|32|64), such \
        as LEI16 or BEF32. Without -d, the file type's usual format is used. Without RATE, \
        the sample rate of the input is kept. If the encoder does not have that rate, it uses the \
        next higher one, or else its highest.
        """),
  ]

  private static let encoder: [OptionTable<ConvertOption>.Row] = [
    .init(
      .bitRate, ["-b", "--bitrate"], [.init("BITS")],
      help: """
        Sets the target bit rate of the encoder in bits per second. Lossless encoders and linear \
        PCM do not support this option.
        """),
    .init(
      .strategy, ["-s", "--strategy"], [.strategy],
      help: """
        Chooses how the bit rate may vary. 0 is constant, 1 is constant on average, 2 is variable \
        within bounds, and 3 follows the quality alone. An encoder without that strategy uses the \
        nearest one and reports it.
        """),
    .init(
      .quality, ["-q", "--quality"], [.init("0...127")],
      help: """
        Sets the quality of the encoder: its effort, and with -s 3 also its bit rate.
        """),
    .init(
      .property, ["-u", "--userproperty"], [.init("CODE", .words(["vbrq"])), .init("NUMBER")],
      isRepeatable: true,
      help: """
        Sets a property of the encoder, after -s, -q and -b. With -s 3, vbrq (0 to 127) sets the \
        quality that the bit rate follows; -q then sets only the effort of the encoder.
        """),
  ]

  private static let sound: [OptionTable<ConvertOption>.Row] = [
    .init(
      .channels, ["-c", "--channels"], [.init("COUNT")],
      help: "Sets the number of channels. A single input channel is copied to all of them."),
    .init(
      .layout, ["-l", "--channellayout"], [.channelLayout], isRepeatable: true,
      help: """
        Sets the channel layout of the output: the name of one of Core Audio's layouts, such as \
        MPEG_5_1_D, or its number. If the option is given twice, the first layout is that of the input.
        """),
    .init(.mix, ["--mix"], help: "Mixes all input channels into the channels of -c."),
    .init(
      .rateQuality, ["-r", "--src-quality"], [.init("0...127")],
      help: "Sets the quality of the sample rate conversion."),
    .init(
      .rateComplexity, ["--src-complexity"], [.init("NAME", .words(complexities))],
      help: "Sets the algorithm of the sample rate conversion: line, norm, bats or minp."),
    .init(
      .primeMethod, ["--prime-method"], [.init("NUMBER", .words(["0", "1", "2"]))],
      help: """
        Chooses how the sample rate conversion starts and ends. The numbers are those of \
        AudioConverter.h. 0 and 1 use the frames before the first one (after --offset) or silence. \
        2 delays the output by the length of the filter. The option has no effect if the sample \
        rate stays the same.
        """),
    .init(
      .generateSoundCheck, ["--soundcheck-generate"],
      help: "Measures the loudness and stores it for Sound Check."),
    .init(
      .readSoundCheck, ["--soundcheck-read"], help: "Copies the Sound Check values of the input."),
  ]

  private static let input: [OptionTable<ConvertOption>.Row] = [
    .init(
      .offset, ["--offset"], [.init("FRAMES")],
      help: "Skips this number of frames at the start of each input, at its sample rate."),
    .init(
      .start, ["--start"], [.init("SECONDS")],
      help: "Starts the output at this time of each input."),
    .init(
      .end, ["--end"], [.init("SECONDS")],
      help: "Ends the output at this time of each input."),
    .init(
      .gain, ["--gain"], [.init("DECIBELS")],
      help: "Changes the level. Samples beyond full scale are clipped if the output has integers."),
    .init(
      .normalize, ["--normalize"], [.init("LUFS", isOptional: true)],
      help: """
        Changes the level so that the output has this loudness (EBU R 128), by default -23 LUFS. \
        The true peak stays at or below -1 dBTP; a message reports a lower gain for that reason.
        """),
    .init(
      .fadeIn, ["--fade-in"], [.init("SECONDS")],
      help: "Raises the level from silence at the start of the output."),
    .init(
      .fadeOut, ["--fade-out"], [.init("SECONDS")],
      help: "Lowers the level to silence at the end of the output."),
    .init(
      .join, ["--join"],
      help: """
        Joins all inputs into one output, without a gap. The last name is the OUTPUT, which must not \
        exist, unless -o names it. The first input decides the sample rate, the channels and the tags.
        """),
    .init(
      .splitChapters, ["--split-chapters"],
      help: """
        Writes an output for each chapter of each INPUT, next to it or into the output folder. \
        The number and the title of the chapter name the output. It never replaces a file. \
        Several inputs need different folders.
        """),
    .init(
      .track, ["--read-track"], [.init("INDEX")],
      help: "Reads this audio track of an input with several tracks. The first index is 0."),
    .init(
      .soundFont, ["--soundfont"], [.init("FILE", .file)],
      help: """
        Renders MIDI files (.mid, .kar or .rmi) with the sounds of an SF2, SF3 or DLS file. \
        Without this option, OPENCOREAUDIO_SOUNDFONT, an installed sound bank, or Sonivox's own \
        sounds are used.
        """),
    .init(
      .gaplessBefore, ["--gapless-before"], [.init("FILE", .file)],
      help: """
        Names the file that precedes INPUT on a gapless album. The encoder and the sample rate \
        conversion start with the end of FILE instead of silence. The option does not change the \
        length of the output. INPUT must be the only one.
        """),
    .init(
      .gaplessAfter, ["--gapless-after"], [.init("FILE", .file)],
      help: "Names the file that follows INPUT on a gapless album."),
  ]

  private static let files: [OptionTable<ConvertOption>.Row] = [
    .init(
      .output, ["-o"], [.init("OUTPUT", .file)],
      help: "Names the output of a single INPUT. OUTPUT is a file, or an existing device or pipe."),
    .init(
      .outputFolder, ["--output-folder"], [.init("DIR", .folder)],
      help: """
        Writes each output into DIR under the name of its input, with the extension of the file \
        type. A missing DIR is created.
        """),
    .init(
      .skipExisting, ["--skip-existing"],
      help: "Skips inputs whose output exists, to continue a long run."),
    .init(
      .noFiller, ["--no-filler"],
      help: """
        Writes the audio directly after the header. Without this option, filler in WAVE, AIFF, CAF \
        and some other files aligns the audio with a memory page.
        """),
    .init(
      .jobs, ["--jobs"], [.init("COUNT")],
      help: """
        Sets the number of threads, one for each processor by default. Each thread converts its \
        own file. If there are at least twice as many threads as files, several share one file.
        """),
  ]

  private static let other: [OptionTable<ConvertOption>.Row] = [
    .init(.verbose, ["-v", "--verbose"], help: "Reports every file."),
    .init(
      .formats, ["-hf", "--help-formats"],
      help: "Lists the writable file types and the data formats that each supports."),
    .init(.help, ["-h", "--help"], help: "Prints this help."),
  ]

  /// The algorithms of the sample rate conversion.
  static let complexities = ["line", "norm", "bats", "minp"]
}
