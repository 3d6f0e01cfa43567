import AudioToolbox
import ToolSupport

/// The end of one file, all of another, and the beginning of a third, in one format.
final class JointFrames: FrameReading {
  private let file: SourceFrames
  private let bytesPerFrame: Int
  private let fileEnd: Int64
  /// The edges, of equal length in whole frames.
  private var before: [UInt8]
  private var after: [UInt8]
  private let edgeLength: Int64
  private var position: Int64 = 0

  /// Joins a file with the edges of its neighbors.
  ///
  /// - Parameters:
  ///   - file: The file in the middle, at its first frame.
  ///   - neighbors: The other files; `nil` for silence.
  ///   - format: The format of the frames.
  ///   - edgeLength: The number of frames from each of the other files.
  /// - Throws: ``ToolFailure`` if a neighbor cannot be read.
  init(
    _ file: SourceFrames, _ neighbors: (before: SourceFrames?, after: SourceFrames?),
    _ format: AudioStreamBasicDescription, edge edgeLength: Int64
  ) throws(ToolFailure) {
    self.file = file
    self.edgeLength = edgeLength
    bytesPerFrame = Int(format.mBytesPerFrame)
    fileEnd = edgeLength + file.frameCount
    let byteCount = Int(edgeLength) * bytesPerFrame
    before =
      try neighbors.before.map { (source) throws(ToolFailure) in
        try Self.end(of: source, edgeLength, format)
      } ?? []
    after =
      try neighbors.after.map { (source) throws(ToolFailure) in
        try source.seek(to: 0)
        return try Self.frames(of: source, format, most: edgeLength)
      } ?? []
    // The frames are next to the file, and silence is outside.
    before = [UInt8](repeating: 0, count: byteCount - before.count) + before
    after += [UInt8](repeating: 0, count: byteCount - after.count)
  }

  /// The last frames of a file, at most `count`.
  private static func end(
    of source: SourceFrames, _ count: Int64, _ format: AudioStreamBasicDescription
  ) throws(ToolFailure) -> [UInt8] {
    let ratio = source.format.mSampleRate / format.mSampleRate
    let length = Int64((Double(count) * ratio).rounded(.up))
    try source.seek(to: max(source.frameCount - length, 0))
    let frames = try frames(of: source, format, most: 2 * count)
    return Array(frames.suffix(Int(count) * Int(format.mBytesPerFrame)))
  }

  /// The frames of a file from its current position.
  private static func frames(
    of source: SourceFrames, _ format: AudioStreamBasicDescription, most: Int64
  ) throws(ToolFailure) -> [UInt8] {
    var block = SourceBlocks.Block(format)
    var bytes: [UInt8] = []
    var rest = most
    while rest > 0 {
      try source.read(UInt32(min(rest, Int64(SourceBlocks.length))), format, into: &block)
      guard block.frameCount > 0 else { break }
      bytes += block.bytes.prefix(Int(block.frameCount * format.mBytesPerFrame))
      rest -= Int64(block.frameCount)
    }
    return bytes
  }

  func read(
    _ count: UInt32, _ format: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure) {
    block.frameCount = 0
    if position < edgeLength {
      give(before, from: position, count, to: &block)
    } else if position < fileEnd {
      let wanted = UInt32(min(Int64(count), fileEnd - position))
      try file.read(wanted, format, into: &block)
      // A file that ends early keeps its length.
      block.bytes.replaceSubrange(
        byteRange(block.frameCount, wanted),
        with: repeatElement(0, count: byteRange(block.frameCount, wanted).count))
      block.frameCount = wanted
    } else {
      give(after, from: position - fileEnd, count, to: &block)
    }
    position += Int64(block.frameCount)
  }

  private func byteRange(_ first: UInt32, _ end: UInt32) -> Range<Int> {
    Int(first) * bytesPerFrame..<Int(end) * bytesPerFrame
  }

  private func give(
    _ edge: [UInt8], from first: Int64, _ count: UInt32, to block: inout SourceBlocks.Block
  ) {
    let wanted = UInt32(clamping: min(Int64(count), edgeLength - first))
    let start = Int(first) * bytesPerFrame
    let range = byteRange(0, wanted)
    block.bytes.replaceSubrange(range, with: edge[start..<start + range.count])
    block.frameCount = wanted
  }
}
