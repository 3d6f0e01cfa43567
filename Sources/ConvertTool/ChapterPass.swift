import AudioToolbox
import ToolSupport

/// One pass over the frames of a file, which writes them to several outputs.
struct ChapterPass {
  /// The format of the frames.
  let client: AudioStreamBasicDescription
  private let conversion: Conversion
  private let file: LocalFile
  private let source: SourceFrames
  private let frames: any FrameReading
  private let goesOn: (Double) -> Bool

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - conversion: Writes the frames.
  ///   - file: The file, whose tags the outputs have.
  ///   - source: The frames of the file.
  ///   - edit: The frames with all edits, at the first one.
  ///   - client: The format of the frames.
  init(
    _ conversion: Conversion, _ file: LocalFile, _ source: SourceFrames, _ edit: Conversion.Edit,
    _ client: AudioStreamBasicDescription
  ) {
    self.conversion = conversion
    self.file = file
    self.source = source
    frames = edit.frames ?? source
    self.client = client
    goesOn = edit.goesOn
  }

  /// Passes over a part without writing it.
  ///
  /// - Returns: Whether to continue.
  func skip(_ part: ChapterPart) throws(ToolFailure) -> Bool {
    let range = range(part)
    let length = Double(max(range.count, 1))
    return try reader(part).skip(client) { goesOn(progress(range, Double($0) / length)) }
  }

  /// Writes a part with its tags.
  ///
  /// - Returns: Whether the part is complete.
  func write(_ part: ChapterPart, to target: TargetFrames) throws(ToolFailure) -> Bool {
    let range = range(part)
    let soundCheck = conversion.options.soundCheck
    target.setTags(of: file, soundCheck)
    target.addTags(part.tags(over: file.tags))
    let writing = BlockWriting(
      target, client, frames: Double(range.count),
      meter: soundCheck == .generate ? try SourceMeter(client) : nil
    ) { goesOn(progress(range, $0)) }
    guard try conversion.write(reader(part), of: source, writing) else { return false }
    writing.meter?.addTags(to: target)
    return true
  }

  /// The frames of a part; the last part has all remaining ones.
  private func reader(_ part: ChapterPart) -> PartFrames {
    PartFrames(frames, limit: part.number == part.count ? .max : Int64(range(part).count))
  }

  /// The frames of a part at the client's rate.
  private func range(_ part: ChapterPart) -> Range<Int64> {
    let ratio = client.mSampleRate / max(source.format.mSampleRate, 1)
    func position(_ frame: Int64) -> Int64 { Int64((Double(frame) * ratio).rounded()) }
    return position(part.frames.lowerBound)..<position(part.frames.upperBound)
  }

  /// The completed part of the whole file.
  private func progress(_ range: Range<Int64>, _ part: Double) -> Double {
    let position = Double(range.lowerBound) + min(part, 1) * Double(range.count)
    return position / Double(max(source.frameCount(atRate: client.mSampleRate), 1))
  }
}
