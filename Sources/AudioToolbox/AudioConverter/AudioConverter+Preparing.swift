internal import AudioCodecs
internal import AudioProcessing
public import CoreAudioTypes

/// Loads the libraries that converters need, so that creating the first converter is fast.
///
/// Differs from Apple: the work (about 20 ms) and the completion call are synchronous.
///
/// - Parameters:
///   - inFlags: Must be 0.
///   - ioReserved: Must be nil.
///   - inCompletionBlock: A block called at the end, with 0, or `kAudio_ParamError` if flags are
///     set. May be nil.
public func AudioConverterPrepare(
  _ inFlags: UInt32, _ ioReserved: UnsafeMutableRawPointer?,
  _ inCompletionBlock: ((OSStatus) -> Void)?
) {
  guard inFlags == 0 else {
    inCompletionBlock?(kAudio_ParamError)
    return
  }
  // A missing library is reported later, by the converter that needs it.
  for formatID in EncoderFactory.formatIDs { _ = EncoderFactory.canEncode(formatID) }
  _ = RateConverter.isAvailable
  inCompletionBlock?(noErr)
}
