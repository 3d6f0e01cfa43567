internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing

/// The state that callers and the feeding thread share.
struct PlaybackState {
  var choice: DeviceChoice
  /// The open device.
  var device: DeviceKind?
  /// Frames that are decoded ahead of the device; `nil` for the default.
  var aheadFrames: Int?
  /// The duration of all client buffers in seconds, if known.
  var bufferedSeconds: Double?
  /// When a single channel becomes two.
  var spreading = PlaybackSpreading.whenMoved
  var parameters = PlaybackParameters()
  var isMetering = false
  var timePitch = TimePitchSettings()
  var tap: (any AudioTap)?
  /// The player's channel for each channel of a device, with `nil` for silence.
  ///
  /// A map of `nil` keeps the order.
  var channelMap: [Int?]?
  /// The requested time of the first frame.
  var startNanoseconds: Int?
  var phase = PlaybackPhase.stopped

  /// The amount of sound that may wait.
  var waiting: WaitingSound {
    if timePitch.isEnabled || tap != nil { return .short }
    guard let bufferedSeconds else { return .long }
    return .buffers(of: bufferedSeconds, deviceSeconds: ServerStreams.on(nil).bufferSeconds)
  }
}
