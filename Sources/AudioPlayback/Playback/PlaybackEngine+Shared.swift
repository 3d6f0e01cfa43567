internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing

extension PlaybackEngine {
  /// What is shared between the callers and the feeding thread.
  struct Shared {
    var choice: DeviceChoice
    /// Which device is open.
    var device: DeviceKind?
    /// Frames that are decoded ahead of the device, `nil` for our own choice.
    var aheadFrames: Int?
    /// What all of the client's buffers hold, in seconds, where that is known.
    var bufferedSeconds: Double?
    /// Whether a single channel becomes two.
    var spreading = Spreading.whenMoved
    var parameters = PlaybackParameters()
    var isMetering = false
    var timePitch = TimePitchSettings()
    var tap: (any AudioTap)?
    /// For each channel of a device the player's, or `nil` for silence; `nil` in all where they are the same.
    var channelMap: [Int?]?
    /// The moment at which the first frame was to be due.
    var startNanoseconds: Int?
    var phase = PlaybackPhase.stopped

    /// How much may wait to be heard.
    var waiting: FeederOutput.Waiting {
      if timePitch.isEnabled || tap != nil { return .short }
      guard let bufferedSeconds else { return .long }
      return .buffers(of: bufferedSeconds, deviceSeconds: ServerStreams.on(nil).bufferSeconds)
    }
  }

  /// When a single channel becomes two.
  package enum Spreading: Sendable {
    /// Once it is moved between them.
    case whenMoved
    case always
    case never
  }
}
