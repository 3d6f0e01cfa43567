public import CoreAudioTypes
public import CoreMedia

// The callbacks are Swift functions, because a C function cannot take the class of the tap. Client
// code that passes closures and functions compiles unchanged.

/// Whether a new tap comes before or after the volume of the audio mix.
public typealias MTAudioProcessingTapCreationFlags = UInt32

/// The tap comes before the volume of the audio mix.
public let kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags = 1 << 0
/// The tap comes after the volume of the audio mix.
public let kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags = 1 << 1

/// The place of frames in a stream.
public typealias MTAudioProcessingTapFlags = UInt32

/// The frames are the first after a start or a jump.
public let kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags = 1 << 8
/// No more frames follow.
public let kMTAudioProcessingTapFlag_EndOfStream: MTAudioProcessingTapFlags = 1 << 9

/// Called once, when the tap is created.
///
/// It gets the tap and the client's pointer, and sets the pointer that
/// ``MTAudioProcessingTapGetStorage(_:)`` returns.
public typealias MTAudioProcessingTapInitCallback = (
  _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
  _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Void

/// Called once, when the last reference to the tap ends.
public typealias MTAudioProcessingTapFinalizeCallback = (_ tap: MTAudioProcessingTap) -> Void

/// Called before the first frames of an item, with the largest number of frames of a call, and
/// their format.
public typealias MTAudioProcessingTapPrepareCallback = (
  _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
  _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
) -> Void

/// Called after the last frames of an item.
public typealias MTAudioProcessingTapUnprepareCallback = (_ tap: MTAudioProcessingTap) -> Void

/// Called for frames of an item, with the flags of the tap's creation.
///
/// It gets source frames by
/// ``MTAudioProcessingTapGetSourceAudio(_:_:_:_:_:_:)``, changes them, and leaves them in the list.
/// The list has a buffer without memory for each channel. The callback returns at most the
/// requested number of frames; silence replaces missing frames.
public typealias MTAudioProcessingTapProcessCallback = (
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
  _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
) -> Void

/// The only version of ``MTAudioProcessingTapCallbacks``.
public let kMTAudioProcessingTapCallbacksVersion_0: Int32 = 0

/// The functions of a tap.
@unsafe public struct MTAudioProcessingTapCallbacks {
  /// ``kMTAudioProcessingTapCallbacksVersion_0``.
  public var version: Int32
  /// A pointer for `init`.
  public var clientInfo: UnsafeMutableRawPointer?
  /// Called once, when the tap is created.
  public var `init`: MTAudioProcessingTapInitCallback?
  /// Called once, when the last reference to the tap ends.
  public var finalize: MTAudioProcessingTapFinalizeCallback?
  /// Called before the first frames of an item.
  public var prepare: MTAudioProcessingTapPrepareCallback?
  /// Called after the last frames of an item.
  public var unprepare: MTAudioProcessingTapUnprepareCallback?
  /// Called for frames.
  public var process: MTAudioProcessingTapProcessCallback

  /// Makes the functions of a tap.
  public init(
    version: Int32, clientInfo: UnsafeMutableRawPointer?,
    init: MTAudioProcessingTapInitCallback?, finalize: MTAudioProcessingTapFinalizeCallback?,
    prepare: MTAudioProcessingTapPrepareCallback?,
    unprepare: MTAudioProcessingTapUnprepareCallback?,
    process: @escaping MTAudioProcessingTapProcessCallback
  ) {
    unsafe self.version = version
    unsafe self.clientInfo = unsafe clientInfo
    unsafe self.`init` = unsafe `init`
    unsafe self.finalize = finalize
    unsafe self.prepare = unsafe prepare
    unsafe self.unprepare = unprepare
    unsafe self.process = unsafe process
  }
}
