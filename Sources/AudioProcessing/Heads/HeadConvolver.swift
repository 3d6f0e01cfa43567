/// A convolution of one channel with the responses of two ears.
///
/// A change of the responses becomes a ramp of 256 frames; the first responses apply at once. Any
/// division into blocks gives the same bits.
package struct HeadConvolver: Sendable {
  /// The maximum number of frames of a block.
  package static let blockFrames = 256
  private static let rampFrames = 256

  private let tapCount: Int
  /// Earlier frames, the frames of the block, and extra frames that the kernel may read.
  private var history: [Float]
  /// The responses before and after the ramp, of the left and of the right ear.
  private var from: [Float]
  private var to: [Float]
  private var rampFrame = HeadConvolver.rampFrames
  private var hasBegun = false
  /// The sound of an ear with the new and with the old responses.
  private var sound: [Float]
  private var faded: [Float]

  package init(tapCount: Int) {
    self.tapCount = tapCount
    let block = Self.blockFrames + ConvolutionKernel.lanes
    history = Array(repeating: 0, count: tapCount - 1 + block)
    from = Array(repeating: 0, count: 2 * tapCount)
    // Separate arrays: a copy would share memory, and its first change would allocate.
    to = Array(repeating: 0, count: 2 * tapCount)
    sound = Array(repeating: 0, count: Self.blockFrames)
    faded = Array(repeating: 0, count: Self.blockFrames)
  }

  /// Begins a ramp to the responses that `write` writes.
  package mutating func begin(_ write: (inout MutableSpan<Float>) -> Void) {
    if hasBegun {
      let part = Float(rampFrame) / Float(Self.rampFrames)
      for index in from.indices { from[index] += (to[index] - from[index]) * part }
    }
    var span = to.mutableSpan
    write(&span)
    rampFrame = hasBegun ? 0 : Self.rampFrames
    hasBegun = true
  }

  /// The number of frames of the next block, at most `count`.
  package func frames(of count: Int) -> Int {
    let ramped = Self.rampFrames - rampFrame
    return min(count, Self.blockFrames, ramped > 0 ? ramped : count)
  }

  /// Takes the frames of a block, which `write` writes from an index on.
  package mutating func take(
    _ count: Int, _ write: (inout MutableSpan<Float>, _ start: Int) -> Void
  ) {
    precondition(count <= Self.blockFrames, "the block has too many frames")
    let start = tapCount - 1
    var frames = history.mutableSpan
    write(&frames, start)
  }

  /// Adds the sound of an ear in the block: 0 is left, and 1 is right.
  package mutating func add(_ ear: Int, to target: inout MutableSpan<Float>) {
    let count = target.count
    let taps = ear * tapCount..<(ear + 1) * tapCount
    Self.convolve(history, to, taps, into: &sound, count: count)
    if rampFrame < Self.rampFrames {
      Self.convolve(history, from, taps, into: &faded, count: count)
      for index in 0..<count {
        let level = Float(rampFrame + index + 1) / Float(Self.rampFrames)
        sound[index] = faded[index] + (sound[index] - faded[index]) * level
      }
    }
    for index in 0..<count { target[index] += sound[index] }
  }

  private static func convolve(
    _ history: [Float], _ responses: [Float], _ taps: Range<Int>, into sound: inout [Float],
    count: Int
  ) {
    var output = sound.mutableSpan
    ConvolutionKernel.convolve(
      history.span, responses.span.extracting(taps), into: &output, count: count)
  }

  /// Advances by the frames of a block.
  package mutating func advance(_ count: Int) {
    for index in 0..<tapCount - 1 { history[index] = history[index + count] }
    if rampFrame < Self.rampFrames { rampFrame += count }
  }

  /// Forgets the sound so far, after which the next responses apply at once.
  package mutating func reset() {
    for index in history.indices { history[index] = 0 }
    for index in to.indices { (from[index], to[index]) = (0, 0) }
    (rampFrame, hasBegun) = (Self.rampFrames, false)
  }

  /// Whether a ramp is running.
  package var isChanging: Bool { rampFrame < Self.rampFrames }
}
