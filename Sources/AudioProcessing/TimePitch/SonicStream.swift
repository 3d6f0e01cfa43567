#if Sonic
  internal import AudioModel
  internal import CSonic
  internal import Glibc

  /// A libsonic stream.
  @safe
  final class SonicStream {
    private let stream: OpaquePointer
    private let channelCount: Int

    /// The lowest pitch that the library detects, in hertz.
    private static let deepestTone = 65.0
    private static let roomFrames = 8192

    /// Returns the maximum number of frames that the library buffers.
    static func heldFrames(_ sampleRate: Double) -> Int { Int(2 * sampleRate / deepestTone) + 1 }

    /// Creates a stream, or fails if the library or memory is unavailable.
    init?(sampleRate: Int, channelCount: Int) {
      guard
        let made = unsafe OCASonicOpen(
          Int32(clamping: sampleRate), Int32(clamping: channelCount))
      else { return nil }
      unsafe stream = made
      self.channelCount = channelCount
    }

    deinit {
      // Safe: `init` created the stream, which is closed once.
      unsafe OCASonicClose(stream)
    }

    /// Sets the effect on frames that are written from now on.
    func set(_ settings: TimePitchSettings) {
      // Safe: the stream exists, here and below.
      switch settings.algorithm {
      case .keepingPitch:
        // For a lower pitch, the library drops periods. Errors in their length add up, to 0.7 % at
        // two octaves lower.
        unsafe OCASonicSet(
          stream, settings.rate, powf(2, settings.cents / 1200), 1, settings.cents < 0)
      case .varispeed: unsafe OCASonicSet(stream, 1, 1, settings.rate, false)
      }
    }

    /// Writes frames to the stream.
    func write(_ frames: Span<Float>) {
      var limited = [Float](repeating: 0, count: frames.count)
      for index in frames.indices {
        // The library's 16-bit numbers would overflow. NaN becomes silence.
        let sample = frames[index]
        limited[index] = sample.isNaN ? 0 : max(-1, min(sample, 1))
      }
      unsafe limited.withUnsafeBufferPointer { input in
        guard let base = input.baseAddress else { return }
        // Without memory the frames are lost, as in all allocating code.
        _ = unsafe OCASonicWrite(stream, base, Int32(input.count / channelCount))
      }
    }

    /// Makes all buffered frames available.
    func flush() { _ = unsafe OCASonicFlush(stream) }

    /// Appends the available frames.
    func read(into samples: inout [Float]) {
      while true {
        let before = samples.count
        samples.append(zeros: Self.roomFrames * channelCount)
        let count = unsafe samples.withUnsafeMutableBufferPointer { all -> Int in
          guard let base = all.baseAddress else { return 0 }
          // Safe: the buffer has room for the stated frames.
          return unsafe Int(OCASonicRead(stream, base + before, Int32(Self.roomFrames)))
        }
        samples.removeLast((Self.roomFrames - count) * channelCount)
        if count == 0 { return }
      }
    }
  }
#endif
