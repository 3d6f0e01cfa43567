public import CoreAudioTypes
public import CoreFoundation
public import CoreMedia

/// Creates a tap, and calls its `init`.
///
/// - Parameters:
///   - allocator: Not used.
///   - callbacks: The functions, which are copied.
///   - flags: Either ``kMTAudioProcessingTapCreationFlag_PreEffects`` or
///     ``kMTAudioProcessingTapCreationFlag_PostEffects``.
///   - tapOut: Receives the tap, which the caller owns: take the retained value.
/// - Returns: 0; `kAudio_ParamError` for other flags or another version.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags,
  _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
  let places = [
    kMTAudioProcessingTapCreationFlag_PreEffects, kMTAudioProcessingTapCreationFlag_PostEffects,
  ]
  // Safe: the caller passes one structure, and memory for one reference.
  unsafe tapOut.pointee = nil
  guard places.contains(flags),
    unsafe callbacks.pointee.version == kMTAudioProcessingTapCallbacksVersion_0
  else { return kAudio_ParamError }
  unsafe tapOut.pointee = .passRetained(MTAudioProcessingTap(callbacks.pointee, flags))
  return noErr
}

/// Returns the pointer that the tap's `init` has set.
///
/// The result is invalid if the tap has no `init`, or its `init` sets no pointer.
public func MTAudioProcessingTapGetStorage(
  _ tap: MTAudioProcessingTap
) -> UnsafeMutableRawPointer {
  // Safe: a client without a pointer receives null, although the C type is nonnull here.
  unsafe unsafeBitCast(tap.storage, to: UnsafeMutableRawPointer.self)
}

/// Gets source frames for the process callback of a tap.
///
/// Each frame that the callback returns replaces one source frame. So a callback cannot get more
/// frames than it was asked for. If it gets fewer, the remaining source frames are dropped. After
/// the last frame of the item, one more call gets no frames and
/// ``kMTAudioProcessingTapFlag_EndOfStream``.
///
/// - Parameters:
///   - tap: The tap, within its process callback.
///   - numberFrames: The number of frames to get.
///   - bufferListInOut: One buffer for each channel. A nil data pointer is set to memory that is
///     valid until the callback returns. Otherwise, the frames are copied to the given memory.
///   - flagsOut: Receives the flags of the frames.
///   - timeRangeOut: Receives the range of the frames in the time of the media.
///   - numberFramesOut: Receives the number of frames.
/// - Returns: 0; `kAudio_ParamError` outside the callback, for too many frames, or if the list does
///   not fit.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount,
  _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?,
  _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard let source = unsafe tap.source(numberFrames, into: bufferListInOut) else {
    return kAudio_ParamError
  }
  let isWhole = source.sampleRate == source.sampleRate.rounded()
  let scale = isWhole ? CMTimeScale(source.sampleRate) : 1_000_000_000
  let unit = Double(scale) / source.sampleRate
  func time(_ frames: Double) -> CMTime {
    CMTime(value: CMTimeValue((frames * unit).rounded()), timescale: scale)
  }
  // Safe: the caller passes memory for one value each, or null.
  unsafe flagsOut?.pointee = source.flags
  unsafe timeRangeOut?.pointee = CMTimeRange(
    start: time(source.first), duration: time(Double(source.frames)))
  unsafe numberFramesOut?.pointee = source.frames
  return noErr
}
