internal import Dispatch
public import Foundation

/// What other machines have beside a server's devices.
extension AVAudioSession {
  /// How long spoken instructions should be.
  public enum PromptStyle: UInt, Sendable {
    /// There should be none.
    case none = 1_852_796_517
    /// As short as can be.
    case short = 1_936_224_884
    /// As they are.
    case normal = 1_852_992_876
  }

  /// How long spoken instructions should be: as they are, since nothing says otherwise.
  public var promptStyle: PromptStyle { .normal }

  /// How the system brings sound of many channels to what plays it.
  public enum RenderingMode: Int, Sendable {
    /// Not known, or of no meaning.
    case notApplicable = 0
    /// As one channel or two.
    case monoStereo = 1
    /// To loudspeakers around the listener.
    case surround = 2
    /// As if there were loudspeakers around the listener.
    case spatialAudio = 3
    /// By Dolby Audio.
    case dolbyAudio = 4
    /// By Dolby Atmos.
    case dolbyAtmos = 5
  }

  /// How the system brings sound of many channels to what plays it: it mixes the channels, which is none of these.
  public var renderingMode: RenderingMode { .notApplicable }

  /// The layouts that the system renders in a way of its own: none, and any layout can be played.
  public var supportedOutputChannelLayouts: [AVAudioChannelLayout] { [] }

  /// What a route for long recordings leads to.
  public enum RouteSelection: Int, Sendable {
    /// Nothing.
    case none = 0
    /// This machine.
    case local = 1
    /// Another machine.
    case external = 2
  }

  /// Has the user choose where long recordings are heard: on this machine, since there is no other.
  ///
  /// - Parameter completionHandler: Called on the main queue with true, as playing may begin, and `local`.
  public func prepareRouteSelectionForPlayback(
    completionHandler: @escaping (Bool, RouteSelection) -> Void
  ) {
    // Safe: the closure is the client's, who hands it over to be called elsewhere.
    nonisolated(unsafe) let completionHandler = completionHandler
    DispatchQueue.main.async { unsafe completionHandler(true, .local) }
  }

  // MARK: Notifications that are never posted

  /// ``AVAudioSessionPortDescription/isSpatialAudioEnabled`` is another one; never posted, since it is always false.
  public class var spatialPlaybackCapabilitiesChangedNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
  }
  /// ``renderingMode`` is another one; never posted, since there is only one.
  public class var renderingModeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRenderingModeChangeNotification")
  }
  /// ``supportedOutputChannelLayouts`` are others; never posted, since there are none.
  public class var renderingCapabilitiesChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRenderingCapabilitiesChangeNotification")
  }
  /// ``isMicrophoneInjectionAvailable`` is another one; never posted, since it is always false.
  public class var microphoneInjectionCapabilitiesChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
  }
}

/// Key of ``AVAudioSession/spatialPlaybackCapabilitiesChangedNotification``: whether there is such a port.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// Key of ``AVAudioSession/microphoneInjectionCapabilitiesChangeNotification``: whether sound can be mixed in.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey =
  "AVAudioSessionMicrophoneInjectionIsAvailableKey"
