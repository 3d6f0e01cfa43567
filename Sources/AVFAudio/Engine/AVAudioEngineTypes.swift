public import AudioToolbox
public import Foundation

/// An error of manual rendering, as the code of an `NSError`.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
  /// The engine is not in manual rendering, or not in this mode.
  case invalidMode = -80800
  /// The mode cannot change while the engine runs.
  case initialized = -80801
  /// The engine does not run.
  case notRunning = -80802
}

/// The result of a call in manual rendering.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  /// An error occurred.
  case error = -1
  /// All frames were rendered.
  case success = 0
  /// The input node had too few frames.
  case insufficientDataFromInputNode = 1
  /// The engine cannot render now; try again.
  case cannotDoInCurrentContext = 2
}

/// The mode of manual rendering.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
  /// As fast as possible; the engine may wait for files.
  case offline = 0
  /// Under the conditions of a render thread.
  case realtime = 1
}

/// A closure that renders in manual rendering.
///
/// - Parameters:
///   - numberOfFrames: The number of frames.
///   - outBuffer: Receives the frames, in the format of manual rendering.
///   - outError: Receives the error, or 0.
public typealias AVAudioEngineManualRenderingBlock = (
  _ numberOfFrames: AVAudioFrameCount, _ outBuffer: UnsafeMutablePointer<AudioBufferList>,
  _ outError: UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

extension NSNotification.Name {
  /// Posted when the device of an engine has changed, so that the engine has stopped.
  ///
  /// The object is the engine. Its nodes and connections are kept, and a later start plays on the
  /// next device.
  public static let AVAudioEngineConfigurationChange = NSNotification.Name(
    "AVAudioEngineConfigurationChangeNotification")
}
