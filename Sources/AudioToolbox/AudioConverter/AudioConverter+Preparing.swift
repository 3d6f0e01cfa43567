internal import AudioCodecs
internal import AudioProcessing
public import CoreAudioTypes

/// Opens what converters need, so that the first one that is made does not have to wait for it.
///
/// Differs from Apple's: the work, some 20 ms of opening libraries, is done before the call returns, and so is the call of
/// the block.
///
/// - Parameters:
///   - inFlags: 0.
///   - ioReserved: nil.
///   - inCompletionBlock: Called when all is there, with 0; with `kAudio_ParamError` where there are flags. May be nil.
public func AudioConverterPrepare(
  _ inFlags: UInt32, _ ioReserved: UnsafeMutableRawPointer?,
  _ inCompletionBlock: ((OSStatus) -> Void)?
) {
  guard inFlags == 0 else {
    inCompletionBlock?(kAudio_ParamError)
    return
  }
  // What is not on this machine is told by the converter that would use it.
  for formatID in EncoderFactory.formatIDs { _ = EncoderFactory.canEncode(formatID) }
  RateConverter.prepare()
  inCompletionBlock?(noErr)
}
