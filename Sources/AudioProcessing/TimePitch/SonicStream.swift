#if Sonic
  internal import AudioModel
  internal import CSonic
  internal import Glibc

  /// A stream of libsonic.
  @safe
  final class SonicStream {
    private let stream: OpaquePointer
    private let channelCount: Int

    /// The deepest tone that the library looks for, in hertz.
    private static let deepestTone = 65.0
    private static let roomFrames = 8192

    /// The frames that the library holds at most.
    static func heldFrames(_ sampleRate: Double) -> Int { Int(2 * sampleRate / deepestTone) + 1 }

    /// Makes a stream, or fails where the library or memory is missing.
    init?(sampleRate: Int, channelCount: Int) {
      guard
        let made = unsafe OCASonicOpen(
          Int32(clamping: sampleRate), Int32(clamping: channelCount))
      else { return nil }
      unsafe stream = made
      self.channelCount = channelCount
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCASonicClose(stream)
    }

    /// Sets what becomes of what is written from now on.
    func set(_ settings: TimePitchSettings) {
      // Safe: the stream is alive; so in all that follows.
      switch settings.algorithm {
      case .keepingPitch:
        // A lower pitch leaves out periods: an error in their length is heard as often, 0.7 % where it is two octaves lower.
        unsafe OCASonicSet(
          stream, settings.rate, powf(2, settings.cents / 1200), 1, settings.cents < 0)
      case .varispeed: unsafe OCASonicSet(stream, 1, 1, settings.rate, false)
      }
    }

    /// Takes frames.
    func write(_ frames: Span<Float>) {
      var limited = [Float](repeating: 0, count: frames.count)
      for index in frames.indices {
        // The library's numbers of 16 bits would turn over; no number is silence.
        let sample = frames[index]
        limited[index] = sample.isNaN ? 0 : max(-1, min(sample, 1))
      }
      unsafe limited.withUnsafeBufferPointer { input in
        guard let base = input.baseAddress else { return }
        // Where memory is short the frames are lost, as in all that allocates.
        _ = unsafe OCASonicWrite(stream, base, Int32(input.count / channelCount))
      }
    }

    /// Makes ready to give all that is held back.
    func flush() { _ = unsafe OCASonicFlush(stream) }

    /// Appends what there is.
    func read(into samples: inout [Float]) {
      while true {
        let before = samples.count
        samples.append(zeros: Self.roomFrames * channelCount)
        let count = unsafe samples.withUnsafeMutableBufferPointer { all -> Int in
          guard let base = all.baseAddress else { return 0 }
          // Safe: there is room for as many frames.
          return unsafe Int(OCASonicRead(stream, base + before, Int32(Self.roomFrames)))
        }
        samples.removeLast((Self.roomFrames - count) * channelCount)
        if count == 0 { return }
      }
    }
  }
#endif
