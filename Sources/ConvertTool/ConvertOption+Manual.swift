import ToolSupport

extension ConvertOption {
  static var manual: ToolManual {
    ToolManual(
      name: "afconvert", summary: "convert audio files",
      synopses: [
        "[-f TYPE] [-d FORMAT] [option...] INPUT OUTPUT",
        "-f TYPE [-d FORMAT] [option...] INPUT...",
        "--join [-f TYPE] [-d FORMAT] [option...] INPUT... OUTPUT",
        "--split-chapters -f TYPE [-d FORMAT] [option...] INPUT...",
      ],
      description: [names, batches, results], options: table.options,
      sections: [.soundFontEnvironment, status])
  }

  private static let names = """
    Converts audio files of any readable type. The second of two names is the OUTPUT, with one \
    exception: if that file exists, is not empty, and its extension is not one of TYPE's, both \
    names are INPUT, as with --output-folder.
    """
  private static let batches = """
    Without OUTPUT, each file is written next to its INPUT with the extension of its type. Several \
    files are converted at the same time. An INPUT that already has this extension is replaced \
    only if it is named as the OUTPUT.
    """
  private static let results = """
    Tags, the picture and gapless data are kept. A file appears under its name only when it is \
    complete: an interrupted run leaves no partial file. If OUTPUT is a symbolic link, its target \
    is written.
    """

  private static let status = ToolManual.Section(
    "Exit status", "After Ctrl-C, afconvert ends with that signal (130 in a shell). Otherwise:",
    entries: [
      .init("0", "All files were converted."),
      .init("1", "A file could not be converted."),
      .init("2", "The command line was wrong."),
    ])
}
