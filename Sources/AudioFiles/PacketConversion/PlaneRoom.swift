internal import AudioProcessing

/// The client's memory for the frames of one packet, which a decoder lends as planes.
struct PlaneRoom {
  private let converter: SampleConverter?
  private let destination: (any SampleOutput)?
  private let frameCount: Int
  private let firstFrame: Int
  private let framesToDrop: Int
  /// Frames that were dropped, and frames that were written after them.
  private(set) var dropped = 0
  private(set) var written = 0

  init(
    _ converter: SampleConverter?, _ destination: (any SampleOutput)?, _ frameCount: Int,
    at frame: Int, dropping framesToDrop: Int
  ) {
    self.converter = converter
    self.destination = destination
    self.frameCount = frameCount
    firstFrame = frame
    self.framesToDrop = framesToDrop
  }

  /// Whether the memory exists and a single conversion step writes to it.
  var isOneStep: Bool { destination != nil && converter?.isOneStep == true }

  /// Takes lent frames that must be dropped, and those that fit.
  ///
  /// - Returns: The number of leading frames taken.
  mutating func take(_ planes: any SampleInput, _ count: Int) -> Int {
    guard let converter, let destination else { return 0 }
    let first = min(framesToDrop - dropped, count)
    let taken = min(frameCount - written, count - first)
    if taken > 0 {
      converter.convert(
        taken, from: planes, at: first, into: destination, at: firstFrame + written)
    }
    dropped += first
    written += taken
    return first + taken
  }
}
