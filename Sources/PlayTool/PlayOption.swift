import ToolSupport

/// The options of afplay.
enum PlayOption: CaseIterable, Sendable {
  case volume, time, rate, rateQuality, shuffle, `repeat`, soundFont, cache, hides, debug, leaks,
    devices, help

  static let table = OptionTable<PlayOption>([
    .init(
      .volume, ["-v", "--volume"], [.init("VOLUME")],
      help: "Sets the volume: 0 is silent, 1 is unchanged, and up to 255 is louder."),
    .init(
      .time, ["-t", "--time"], [.init("SECONDS")],
      help: "Plays only this number of seconds of each file."),
    .init(
      .rate, ["-r", "--rate"], [.init("RATE")],
      help: "Sets the speed, from 0.5 to 2 times the original, without changing the pitch."),
    .init(
      .rateQuality, ["-q", "--rQuality"], [.init("QUALITY", .words(["0", "1"]))],
      help: "Sets the quality of --rate, 0 or 1. Both values sound the same."),
    .init(.shuffle, ["-s", "--shuffle"], help: "Plays the files in random order."),
    .init(
      .repeat, ["--repeat"], [.init("WHAT", .words(["all", "one"]))],
      help: "Repeats all files (all) or the current file (one) until playback is stopped."),
    .init(
      .soundFont, ["--soundfont"], [.init("FILE", .file)],
      help: """
        Plays MIDI files with the sounds of an SF2, SF3 or DLS file. Without this \
        option, OPENCOREAUDIO_SOUNDFONT, an installed sound bank, or Sonivox's own sounds are used.
        """),
    .init(
      .cache, ["--cache"], [.init("FOLDER", .folder)],
      help: """
        Keeps up to 1 GB of files from servers in a folder, and plays them from there the next \
        time. Live streams are not kept.
        """),
    .init(
      .hides, ["--no-mpris"],
      help: "Hides afplay from other programs and ignores their media controls (MPRIS)."),
    .init(
      .debug, ["-d", "--debug"],
      help: "Reports the format of each file and the size of its playback buffers."),
    .init(
      .leaks, ["--leaks"],
      help: "Has no effect. With this option, Apple's tool looks for memory leaks."),
    .init(
      .devices, ["--devices"],
      help: "Lists the output devices by the names that OPENCOREAUDIO_DEVICE accepts."),
    .init(.help, ["-h", "--help"], help: "Prints this help."),
  ])

  static var manual: ToolManual {
    ToolManual(
      name: "afplay", summary: "play audio files and streams",
      synopses: ["[options] FILE-FOLDER-or-URL..."],
      description: [
        """
        Plays each FILE or http URL to its end. For a FOLDER, plays the audio files of the folder \
        and of the folders inside it, in the order of their names. Files of the same format follow \
        each other without a gap. In the foreground of a terminal, a line shows the time, the \
        level, the buffered part of a URL, the title of a station and the number of reconnections.
        """,
        """
        A FILE may be a MIDI file (.mid, .kar or .rmi), which a synthesizer plays. A FILE may be \
        a pipe, and a single hyphen is standard input. afplay plays M3U, M3U8, PLS and XSPF \
        playlists entry by entry, and a playlist of HTTP Live Streaming as one stream. Relative \
        paths start at the folder of the playlist, or at its URL. afplay reports and skips an \
        entry that it cannot play. A playlist from the web may not name local files.
        """,
        """
        If a D-Bus session bus runs, afplay shows the desktop the current file with its tags and \
        its cover, or the title of a station (MPRIS). The desktop, its media keys and playerctl \
        can pause, resume, move, skip and stop playback, and change the volume, the order and the \
        repetition.
        """,
        """
        The pictures of a film appear in a window, if there is a display. The keys below also work \
        in the window. In addition, f fills the screen, and Escape leaves full screen. Closing the \
        window ends afplay.
        """,
      ],
      options: table.options, sections: [keys, .outputEnvironment, status])
  }

  private static let keys = ToolManual.Section(
    "Keys", "In the foreground of a terminal:",
    entries: [
      .init("space", "Pauses or resumes."),
      .init("left, right", "Moves 10 seconds back or ahead."),
      .init("up, down", "Makes the sound louder or softer."),
      .init("m", "Mutes the sound, or restores it."),
      .init("n", "Skips to the next file."),
      .init("p", "Starts the file again; in its first 3 seconds, plays the previous file."),
      .init("s", "Shuffles the files that follow, or restores their order."),
      .init("r", "Switches repetition: all files, then one file, then off."),
      .init("q", "Quits."),
    ])

  private static let status = ToolManual.Section(
    "Exit status",
    """
    After a signal, afplay ends with that signal: the shell reports 130 after Ctrl-C and 143 \
    after SIGTERM. Otherwise, the status is one of these:
    """,
    entries: [
      .init("0", "All files were played to the end."),
      .init("1", "A file could not be played to the end."),
      .init("2", "The command line was wrong."),
    ])
}
