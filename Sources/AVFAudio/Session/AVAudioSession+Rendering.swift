internal import Dispatch
public import Foundation

/// Features of other systems that sound servers do not have.
extension AVAudioSession {
  /// The preferred length of spoken prompts.
  public enum PromptStyle: UInt, Sendable {
    /// No prompts.
    case none = 1_852_796_517
    /// Prompts as short as possible.
    case short = 1_936_224_884
    /// Prompts of normal length.
    case normal = 1_852_992_876
  }

  /// The preferred length of spoken prompts; always ``PromptStyle/normal``.
  public var promptStyle: PromptStyle { .normal }

  /// The way the system renders multichannel sound.
  public enum RenderingMode: Int, Sendable {
    /// Unknown or irrelevant.
    case notApplicable = 0
    /// One or two channels.
    case monoStereo = 1
    /// Loudspeakers around the listener.
    case surround = 2
    /// Virtual loudspeakers around the listener.
    case spatialAudio = 3
    /// Dolby Audio.
    case dolbyAudio = 4
    /// Dolby Atmos.
    case dolbyAtmos = 5
  }

  /// The way the system renders multichannel sound; always ``RenderingMode/notApplicable``.
  ///
  /// Sound servers mix the channels, which matches no other case.
  public var renderingMode: RenderingMode { .notApplicable }

  /// The layouts with special rendering; always empty, although any layout can be played.
  public var supportedOutputChannelLayouts: [AVAudioChannelLayout] { [] }

  /// The destination of a route for long-form audio.
  public enum RouteSelection: Int, Sendable {
    /// No destination.
    case none = 0
    /// This machine.
    case local = 1
    /// Another machine.
    case external = 2
  }

  /// Lets the user select the destination of long-form audio; always this machine.
  ///
  /// - Parameter completionHandler: Called on the main queue with `true`, because playback may
  ///   begin, and `local`.
  public func prepareRouteSelectionForPlayback(
    completionHandler: @escaping (Bool, RouteSelection) -> Void
  ) {
    // Safe: the client passes the closure to be called on another thread.
    nonisolated(unsafe) let completionHandler = completionHandler
    DispatchQueue.main.async { unsafe completionHandler(true, .local) }
  }

  // MARK: Notifications that are never posted

  /// Announces a new ``AVAudioSessionPortDescription/isSpatialAudioEnabled``; never posted, because
  /// the value is constant.
  public class var spatialPlaybackCapabilitiesChangedNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
  }
  /// Announces a new ``renderingMode``; never posted, because the value is constant.
  public class var renderingModeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRenderingModeChangeNotification")
  }
  /// Announces new ``supportedOutputChannelLayouts``; never posted, because the value is constant.
  public class var renderingCapabilitiesChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRenderingCapabilitiesChangeNotification")
  }
  /// Announces a new ``isMicrophoneInjectionAvailable``; never posted, because the value is
  /// constant.
  public class var microphoneInjectionCapabilitiesChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
  }
}

/// Key of ``AVAudioSession/spatialPlaybackCapabilitiesChangedNotification``: whether a port
/// supports spatial audio.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// Key of ``AVAudioSession/microphoneInjectionCapabilitiesChangeNotification``: whether the system
/// can mix in sound.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey =
  "AVAudioSessionMicrophoneInjectionIsAvailableKey"
