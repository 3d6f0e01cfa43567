#if Sonic
  internal import CSonic
#endif

/// Changes the speed and the pitch of interleaved Float32 frames.
///
/// Knows to which frame of what goes in the next that comes out belongs.
package struct TimePitch {
  /// Whether it can be had on this machine.
  package static var isAvailable: Bool {
    #if Sonic
      OCASonicIsThere()
    #else
      false
    #endif
  }

  private let sampleRate: Double
  private let channelCount: Int
  private var settings = TimePitchSettings()
  #if Sonic
    private var stream: SonicStream?
  #endif
  /// Frames that went in and have not come out.
  private(set) package var heldFrames = 0.0

  /// Makes ready for frames of a rate, in hertz, and a number of channels.
  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Whether it was made for these frames.
  package func isFor(sampleRate: Double, channelCount: Int) -> Bool {
    self.sampleRate == sampleRate && self.channelCount == channelCount
  }

  /// Replaces frames by what becomes of them.
  ///
  /// What is held back comes with later frames, or with ``finish(_:)``.
  package mutating func process(_ samples: inout [Float], _ settings: TimePitchSettings) {
    #if Sonic
      if settings.isIdentity {
        guard stream != nil else { return }
        let rest = samples
        samples = []
        finish(&samples)
        samples += rest
        return
      }
      if stream == nil {
        stream = SonicStream(sampleRate: Int(sampleRate.rounded()), channelCount: channelCount)
      }
      guard let stream else { return }
      if settings != self.settings || heldFrames == 0 {
        self.settings = settings
        stream.set(settings)
      }
      heldFrames += Double(samples.count / channelCount)
      stream.write(samples.span)
      samples.removeAll(keepingCapacity: true)
      stream.read(into: &samples)
      heldFrames -= Double(samples.count / channelCount) * settings.effectiveRate
      // The library never holds more than two periods of the deepest tone that it knows; what was made at
      // another rate, and rounding, would add up.
      heldFrames = max(0, min(heldFrames, Double(SonicStream.heldFrames(sampleRate))))
    #endif
  }

  /// Gives what is held back; frames that follow have nothing to do with those before.
  package mutating func finish(_ samples: inout [Float]) {
    #if Sonic
      guard let stream else { return }
      stream.flush()
      stream.read(into: &samples)
      reset()
    #endif
  }

  /// Forgets what is held back.
  package mutating func reset() {
    #if Sonic
      stream = nil
    #endif
    heldFrames = 0
  }
}
