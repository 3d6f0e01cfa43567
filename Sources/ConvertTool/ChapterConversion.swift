import AudioToolbox
import ToolSupport

/// The conversion of a file to one output for each of its chapters.
///
/// All outputs come from one pass over the file, so no frame is lost or repeated between them, and
/// the sample rate conversion does not restart.
struct ChapterConversion {
  /// A part and its output.
  private struct Step {
    var part: ChapterPart
    var file: OutputFile
    /// Whether the output already exists.
    var isDone: Bool
  }

  private let conversion: Conversion
  private let options: ConversionOptions
  private let job: ConversionOptions.Job

  init(_ conversion: Conversion, _ job: ConversionOptions.Job) {
    self.conversion = conversion
    options = conversion.options
    self.job = job
  }

  /// Converts the file.
  ///
  /// - Parameter goesOn: Called with the completed part, from 0 to 1; returns whether to continue.
  /// - Returns: The outcome.
  /// - Throws: ``ToolFailure``, after removing the incomplete output.
  func run(_ goesOn: @escaping (Double) -> Bool) throws(ToolFailure) -> Conversion.Outcome {
    let failure = ToolFailure("no chapters, which --split-chapters needs")
    guard !Song.isSong(job.input) else { throw failure }
    let file = try Conversion.open(job.input, named: job.input)
    let chapters = try file.chapters()
    let source = try SourceFrames(file, options)
    let parts = ChapterPart.parts(
      chapters, rate: source.format.mSampleRate, frameCount: source.frameCount)
    guard !parts.isEmpty else { throw failure }
    let steps = try steps(parts)
    guard let first = steps.first(where: { !$0.isDone }) else { return .skipped }
    let format = ConversionFormats(options).target(source, file)
    let client = ConversionFormats(options).client(source.format, format)
    let output = try PartOutput(first.file, conversion, format)
    var report = ConversionReport(outputs: [])
    report.encoderNote = try output.target.setClient(client, options)
    try conversion.prepare(source, output.target, client)
    guard let edit = try conversion.edit([source], output.target, client, goesOn) else {
      return .interrupted
    }
    let pass = ChapterPass(conversion, file, source, edit, client)
    guard try write(steps, pass, from: output, &report) else { return .interrupted }
    report.damagedPacketCount = source.damagedPackets.count
    report.unreadRest = source.unreadRest
    report.add(edit.normalization)
    report.addSilentChapters(chapters.count - parts.count)
    return .converted(report)
  }

  /// The outputs of all parts.
  ///
  /// - Throws: ``ToolFailure`` if one exists, unless the options allow that.
  private func steps(_ parts: [ChapterPart]) throws(ToolFailure) -> [Step] {
    var steps: [Step] = []
    let fileExtension = FileTypeName.fileExtension(of: options.fileType)
    for part in parts {
      let file = try OutputFile(job.output + part.fileName(extension: fileExtension))
      let exists = file.exists
      guard !exists || options.skipsExisting else {
        throw ToolFailure(
          "\(file.path): exists; use --skip-existing to keep it, or another --output-folder")
      }
      steps.append(Step(part: part, file: file, isDone: exists))
    }
    return steps
  }

  /// Writes the outputs in order.
  ///
  /// - Parameters:
  ///   - steps: The outputs.
  ///   - pass: The pass over the file.
  ///   - first: The first output to write, ready for frames.
  ///   - report: Receives the paths of the outputs.
  /// - Returns: Whether the outputs are complete.
  /// - Throws: ``ToolFailure``.
  private func write(
    _ steps: [Step], _ pass: ChapterPass, from first: PartOutput, _ report: inout ConversionReport
  ) throws(ToolFailure) -> Bool {
    let model = first.target
    var next: PartOutput? = first
    for step in steps {
      if step.isDone {
        guard try pass.skip(step.part) else { return false }
        continue
      }
      let output: PartOutput
      if let made = next.take() {
        output = made
      } else {
        output = try PartOutput(step.file, conversion, model.format)
        _ = try output.target.setClient(pass.client, options)
        try output.target.setClientLayout(model.clientLayout)
      }
      guard try pass.write(step.part, to: output.target) else { return false }
      try output.complete()
      report.outputs.append(step.file.path)
    }
    return true
  }
}
