#if Loudness
  import AudioToolbox
  import CLoudness
  import Glibc
  import ToolSupport

  /// Measures the Sound Check values of the converted frames.
  ///
  /// Sources: *iTunes Normalization settings* (id3.org) for the scales. A power of 1000, or of 2500
  /// for the loudest moment, is at the target level. Recommendation ITU-R BS.1770 and EBU Tech 3341
  /// for loudness.
  final class SoundCheckMeter {
    /// One channel.
    private struct Channel {
      let loudness: OpaquePointer
      var samples: [Float] = []
      var loudest = -Double.infinity
      var loudestMilliseconds = 0
      var peak = 0.0
      var peakMilliseconds = 0
    }

    /// The target loudness of Sound Check in LUFS.
    private static let aim = -16.0
    /// The number of measurements per second (EBU Tech 3341, 2.2).
    private static let momentsPerSecond = 10

    private let sampleRate: Double
    private let isFloat: Bool
    private let momentFrames: Int
    private var channels: [Channel] = []
    private var frames = 0

    /// Prepares for interleaved 32-bit frames.
    init(_ format: AudioStreamBasicDescription) throws(ToolFailure) {
      sampleRate = format.mSampleRate
      isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
      momentFrames = max(Int(sampleRate) / Self.momentsPerSecond, 1)
      guard OCALoudnessIsThere() else {
        throw ToolFailure("libebur128, which measures the loudness, is missing")
      }
      for _ in 0..<format.mChannelsPerFrame {
        guard let loudness = OCALoudnessOpen(UInt(max(sampleRate.rounded(), 0))) else {
          throw ToolFailure("the loudness cannot be measured at \(FormatText.hertz(sampleRate)) Hz")
        }
        channels.append(Channel(loudness: loudness))
      }
    }

    deinit {
      for channel in channels { OCALoudnessClose(channel.loudness) }
    }

    /// Measures frames from the start of a block.
    func add(_ count: Int, from block: [UInt8]) throws(ToolFailure) {
      let channelCount = channels.count
      var isMeasured = true
      block.withUnsafeBytes { bytes in
        var first = 0
        while first < count {
          let part = min(count - first, momentFrames - frames % momentFrames)
          frames += part
          for channel in channels.indices {
            channels[channel].samples.removeAll(keepingCapacity: true)
            for frame in first..<first + part {
              let place = (frame * channelCount + channel) * 4
              let sample =
                isFloat
                ? bytes.loadUnaligned(fromByteOffset: place, as: Float.self)
                : Float(bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)) / 0x1p31
              channels[channel].samples.append(sample)
            }
            isMeasured = measure(&channels[channel]) && isMeasured
          }
          first += part
        }
      }
      guard isMeasured else { throw ToolFailure("not enough memory to measure the loudness") }
    }

    private func measure(_ channel: inout Channel) -> Bool {
      guard OCALoudnessAdd(channel.loudness, channel.samples, Int32(channel.samples.count)) else {
        return false
      }
      let milliseconds = Int(Double(frames - channel.samples.count) * 1000 / sampleRate)
      let peak = OCALoudnessPeak(channel.loudness)
      if peak > channel.peak { (channel.peak, channel.peakMilliseconds) = (peak, milliseconds) }
      guard frames % momentFrames == 0 else { return true }
      let loudness = OCALoudnessOfMoment(channel.loudness)
      if loudness > channel.loudest {
        (channel.loudest, channel.loudestMilliseconds) = (loudness, milliseconds)
      }
      return true
    }

    /// The values, by keys of the info dictionary.
    var values: [String: String] {
      func text(_ number: (Channel) -> Double) -> String {
        channels.map { String(UInt32(min(max(number($0).rounded(), 0), Double(UInt32.max)))) }
          .joined(separator: " ")
      }
      func power(_ loudness: Double) -> Double { pow(10, (loudness - Self.aim) / 10) }
      return [
        "sc ave perceived power coeff": text { 1000 * power(OCALoudnessOfAll($0.loudness)) },
        "sc max perceived power coeff": text { 2500 * power($0.loudest) },
        "sc max perceived power msec": text { Double($0.loudestMilliseconds) },
        "sc peak amplitude": text { min($0.peak, 1) * 32_768 },
        "sc peak amplitude msec": text { Double($0.peakMilliseconds) },
      ]
    }
  }
#endif
