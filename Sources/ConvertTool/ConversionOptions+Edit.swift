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
    guard edit.loudness == nil || edit.gain == 0 else {
      throw ToolFailure("--normalize and --gain: use only one")
    }
    if splitsChapters, joins || edit.isPart || offset > 0 || edit.fades {
      throw ToolFailure(
        "--split-chapters: cannot be combined with --join, --start, --end, --offset or fades")
    }
    if hasNeighbours, joins || splitsChapters || edit.isPart || edit.changesSamples {
      throw ToolFailure(
        "--gapless-before and --gapless-after: cannot be combined with --join, --split-chapters, "
          + "--start, --end, --gain, --normalize or fades")
    }
  }

  /// The value of `--normalize`.
  static func loudness(_ words: inout Arguments) throws(ToolFailure) -> Double {
    #if Loudness
      return words.hasValue ? try words.decimal(in: -70...0) : Normalization.usualTarget
    #else
      throw ToolFailure("--normalize: afconvert was built without the trait Loudness")
    #endif
  }

  /// Whether the second of two names may be the output.
  var takesOutput: Bool { outputFolder == nil && !splitsChapters }

  /// Refuses an output of several inputs or chapters, and several inputs with neighbors.
  func checkOutput(_ output: String?, inputCount: Int) throws(ToolFailure) {
    guard output == nil || !splitsChapters else {
      throw ToolFailure("--split-chapters: cannot be combined with -o; use --output-folder")
    }
    guard inputCount == 1 || output == nil || joins else {
      throw ToolFailure("-o: only for a single input")
    }
    guard inputCount == 1 || !hasNeighbours else {
      throw ToolFailure("--gapless-before and --gapless-after: only for a single input")
    }
  }

  /// The job of an input whose chapters become outputs.
  private func chapterJob(_ input: String) -> Job {
    let folder = input.lastIndex(of: "/").map { String(input[...$0]) } ?? ""
    return Job(
      input: input, output: outputFolder.map { $0 + "/" } ?? folder, origin: .derived)
  }

  /// The jobs that split inputs, each into another folder.
  ///
  /// Chapters of two books often have the same titles.
  func chapterJobs(_ inputs: [String]) throws(ToolFailure) -> [Job] {
    let jobs = inputs.map { chapterJob($0) }
    if let twice = Self.firstRepeated(jobs.map(\.output)) {
      throw ToolFailure(
        "--split-chapters: two inputs have the output folder \(twice.isEmpty ? "./" : twice); "
          + "convert one after the other")
    }
    return jobs
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
