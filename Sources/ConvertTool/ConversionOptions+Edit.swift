import ToolSupport

extension ConversionOptions {
  /// Refuses edits that contradict each other.
  func checkEdit() throws(ToolFailure) {
    guard edit.end > edit.start else {
      throw ToolFailure("--end \(edit.end): must be after the start, at \(edit.start) seconds")
    }
    guard offset == 0 || edit.start == 0 else {
      throw ToolFailure("--offset and --start: use only one")
    }
    if joins, edit.isPart || offset > 0 {
      throw ToolFailure("--join: cannot be combined with --start, --end or --offset")
    }
    if hasNeighbours, joins || edit.isPart || edit.changesSamples {
      throw ToolFailure(
        "--gapless-before and --gapless-after: cannot be combined with --join, --start, --end, "
          + "--gain or fades")
    }
  }

  /// Takes the name of the output from the names of joined inputs.
  func takeOutput(
    _ output: inout String?, ofJoined names: inout [String]
  ) throws(ToolFailure) {
    guard outputFolder == nil else {
      throw ToolFailure("--join and --output-folder: use only one")
    }
    guard names.count > (output == nil ? 2 : 1) else {
      throw ToolFailure("--join: needs two inputs and an output")
    }
    guard output == nil else { return }
    let last = names.removeLast()
    // A forgotten output must not replace the last input.
    guard !LocalFile.holdsBytes(last) else {
      throw ToolFailure("--join: the output \(last) exists; use -o to replace it")
    }
    output = last
  }
}
