#if Sonic
  internal import CSonic
#endif

/// Changes the speed and pitch of interleaved Float32 frames.
///
/// Tracks which input frame the next output frame corresponds to.
package struct TimePitch {
  /// Whether the library is available on this machine.
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
  /// Input frames that have not been output.
  private(set) package var heldFrames = 0.0

  /// Prepares for frames with a rate in hertz and a channel count.
  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Returns whether this instance is for the given rate and channel count.
  package func isFor(sampleRate: Double, channelCount: Int) -> Bool {
    self.sampleRate == sampleRate && self.channelCount == channelCount
  }

  /// Replaces frames with their converted output.
  ///
  /// Buffered frames follow with later frames, or with ``finish(_:)``.
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
      // The library buffers at most two periods of the lowest pitch. Without this limit, rounding
      // errors and frames from other rates would accumulate.
      heldFrames = max(0, min(heldFrames, Double(SonicStream.heldFrames(sampleRate))))
    #endif
  }

  /// Outputs the buffered frames.
  ///
  /// Later frames are independent of earlier ones.
  package mutating func finish(_ samples: inout [Float]) {
    #if Sonic
      guard let stream else { return }
      stream.flush()
      stream.read(into: &samples)
      reset()
    #endif
  }

  /// Discards the buffered frames.
  package mutating func reset() {
    #if Sonic
      stream = nil
    #endif
    heldFrames = 0
  }
}
