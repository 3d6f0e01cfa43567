internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import Synchronization

/// The voice processing of an output unit.
final class UnitVoice: Sendable {
  /// Whether units of this kind process voices.
  private let isWanted: Bool
  /// Whether recorded frames are processed; `false` for other units, and without the library.
  let isOn: Bool
  let controls = VoiceControls()
  private let farEnd = Mutex<FarEnd?>(nil)

  init(_ kind: UnitKind) {
    isWanted = kind.subType == kAudioUnitSubType_VoiceProcessingIO
    isOn = isWanted && VoiceInput.isAvailable
  }

  /// Prepares for devices that start.
  ///
  /// - Parameter rate: The rate of the played frames, in hertz; `nil` if the unit only records.
  func begin(rate: Double?) {
    if isWanted { VoiceInput.reportIfMissing() }
    let made = isOn ? rate.map { FarEnd(sampleRate: $0) } : nil
    farEnd.withLock { $0 = made }
  }

  /// Returns the frames for the device, which also go to the processing.
  func played(_ source: OutputSource) -> any PulledFrames {
    guard let farEnd = farEnd.withLock({ $0 }) else { return source }
    return HeardFrames(source, farEnd: farEnd)
  }

  /// Makes the processing of a recording device.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of the device, in hertz.
  ///   - blockFrames: The frames of a block.
  /// - Returns: The processing, or `nil` if the frames are not processed.
  func makeInput(sampleRate: Double, blockFrames: Int) -> VoiceInput? {
    guard isOn else { return nil }
    let buffer = PulledPlayback.bufferSeconds(
      preferring: SharedSession.session.setup.bufferSeconds)
    return VoiceInput(
      sampleRate: sampleRate, farEnd: farEnd.withLock { $0 }, controls: controls,
      delaySeconds: buffer + Double(blockFrames) / sampleRate)
  }
}
