internal import AudioRealtime
internal import Synchronization

/// A device that several players share, so that equal start times mean the same frame.
final class DeviceMixer: Sendable {
  private struct State {
    /// Whether the device was lost; then no more players join.
    var isLost = false
    /// The handlers of the device's events, by voice.
    var listeners: [ObjectIdentifier: @Sendable (DeviceEvent) -> Void] = [:]
    /// The number of users; the device closes at 0.
    var userCount = 1
    /// A frame of the mix, and its time at the loudspeaker on the monotonic clock.
    var anchor: (frame: Int, nanoseconds: Int)?
    /// The frames of recently requested start times.
    var starts: [(nanoseconds: Int, frame: Int)] = []
  }

  /// A device, and the clock of the threads that use it.
  private struct Key: Hashable {
    let kind: DeviceKind
    let clock = VirtualClock.identity
  }

  /// The active mixers.
  private static let all = Mutex<[Key: DeviceMixer]>([:])
  /// The voice rates that a mix may adopt, in hertz; a lower one would degrade other voices.
  private static let usualRates = 44_100.0...192_000
  /// The time limit for a device to report its position, in nanoseconds.
  private static let patience = 1_000_000_000
  /// How long a device must report a schedule before the schedule is used, in nanoseconds.
  ///
  /// The server may take back some of the silence of a new stream.
  private static let settlingTime = 50_000_000
  /// The lifetime of an anchor, in nanoseconds: clocks drift.
  private static let anchorLife = 10_000_000_000
  /// The permitted deviation from the anchor, in seconds; beyond it, the device stalled or was
  /// moved.
  private static let anchorTolerance = 0.1

  let device: any OutputDevice
  /// The rate and channels of the mix.
  let format: DeviceFormat
  private let renderer: MixingRenderer
  private let state = Mutex(State())

  private init(
    _ kind: DeviceKind, _ format: DeviceFormat, bufferSeconds: Double
  ) throws(DeviceError) {
    guard let device = kind.makeDevice() else { throw .absent }
    self.device = device
    self.format = format
    renderer = MixingRenderer(sampleRate: format.sampleRate, channelCount: format.channelCount)
    try device.start(renderer, bufferFrames: Int(format.sampleRate * bufferSeconds)) {
      [weak self] in self?.notify($0)
    }
  }

  /// Opens a shared device, or returns the open one; each caller must call ``leave(_:)``.
  ///
  /// - Parameters:
  ///   - kind: The device.
  ///   - sampleRate: The rate of the mix if the device does not report its own, in hertz.
  ///   - bufferSeconds: How far ahead of the loudspeaker the device may buffer, in seconds.
  /// - Returns: The mixer.
  /// - Throws: ``DeviceError`` if the device cannot play.
  static func open(
    _ kind: DeviceKind, sampleRate: Double, bufferSeconds: Double
  ) throws(DeviceError) -> DeviceMixer {
    let key = Key(kind: kind)
    return try all.withLock { (all) throws(DeviceError) in
      if let playing = all[key], playing.isInUse {
        playing.state.withLock { $0.userCount += 1 }
        return playing
      }
      let mixer = try make(kind, sampleRate: sampleRate, bufferSeconds: bufferSeconds)
      all[key] = mixer
      return mixer
    }
  }

  /// Opens a device in its own format, so that later voices lose no quality.
  ///
  /// A device reports its format only while it is open, so this function may open it twice.
  private static func make(
    _ kind: DeviceKind, sampleRate: Double, bufferSeconds: Double
  ) throws(DeviceError) -> DeviceMixer {
    let isUsual = usualRates.contains(sampleRate) && sampleRate == sampleRate.rounded()
    let format = DeviceFormat(sampleRate: isUsual ? sampleRate : 48_000, channelCount: 2)
    let mixer = try DeviceMixer(kind, format, bufferSeconds: bufferSeconds)
    guard let hardware = mixer.device.hardwareFormat else { return mixer }
    let own = DeviceFormat(
      sampleRate: hardware.sampleRate,
      channelCount: MixedChannels.count(forDevice: hardware.channelCount))
    guard own != format else { return mixer }
    mixer.device.stop()
    return try DeviceMixer(kind, own, bufferSeconds: bufferSeconds)
  }

  /// Plays a renderer of the mix's rate from a time on the monotonic clock.
  ///
  /// If the time is too early, the renderer starts as soon as possible.
  ///
  /// - Returns: The renderer's voice in the mix.
  /// - Throws: ``DeviceError`` if the mix has no room.
  func join(
    _ renderer: Renderer, at nanoseconds: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) -> MixedVoice {
    try Self.all.withLock { (_) throws(DeviceError) in
      let channels = (renderer.channelCount, format.channelCount)
      let levels =
        channels.0 == channels.1 ? [] : MixedChannels.levels(from: channels.0, to: channels.1)
      let voice = MixedVoice(renderer, start: frame(at: nanoseconds), levels: levels)
      guard self.renderer.add(voice) else { throw .refused }
      let isLost = state.withLock { state -> Bool in
        state.listeners[ObjectIdentifier(voice)] = events
        return state.isLost
      }
      if isLost { events(.lost) }
      device.revise()
      return voice
    }
  }

  /// Removes a user and its voice; the device closes after the last user.
  func leave(_ voice: MixedVoice?) {
    Self.all.withLock { all in
      if let voice { renderer.remove(voice) }
      let isLast = state.withLock { state -> Bool in
        if let voice { state.listeners[ObjectIdentifier(voice)] = nil }
        state.userCount -= 1
        return state.userCount == 0
      }
      guard isLast else { return device.revise() }
      if let key = all.first(where: { $0.value === self })?.key { all[key] = nil }
      device.stop()
    }
  }

  private func notify(_ event: DeviceEvent) {
    let listeners = state.withLock { state in
      if event == .lost { state.isLost = true }
      return state.listeners
    }
    for listener in listeners.values { listener(event) }
  }

  /// Whether the mixer has users and a device.
  var isInUse: Bool { state.withLock { !$0.isLost && $0.userCount > 0 } }

  /// The frame of the mix at a time; equal times return the same frame.
  private func frame(at nanoseconds: Int) -> Int {
    forgetIfMoved()
    let known = state.withLock { state in
      state.starts.last(where: { $0.nanoseconds == nanoseconds })?.frame
    }
    if let known { return known }
    let frame = frame(at: nanoseconds, by: anchor()).rounded(.up)
    state.withLock { state in
      if state.starts.count >= 16 { state.starts.removeFirst() }
      state.starts.append((nanoseconds, Int(frame)))
    }
    return Int(frame)
  }

  private func frame(
    at nanoseconds: Int, by anchor: (frame: Int, nanoseconds: Int)
  ) -> Double {
    let ahead = Double(nanoseconds - anchor.nanoseconds) * format.sampleRate / 1e9
    return Double(anchor.frame) + max(-1e15, min(ahead, 1e15))
  }

  /// Forgets the anchor if the device's position no longer matches it.
  private func forgetIfMoved() {
    let position = device.position
    state.withLock { state in
      guard let anchor = state.anchor else { return }
      let ahead = Double(position.nanoseconds - anchor.nanoseconds) * format.sampleRate / 1e9
      let expected = max(0, Double(anchor.frame) + ahead)
      guard abs(expected - Double(position.frames)) > Self.anchorTolerance * format.sampleRate
      else { return }
      state.anchor = nil
      state.starts = []
    }
  }

  /// The device's position and its time; waits for the device to report them.
  private func anchor() -> (frame: Int, nanoseconds: Int) {
    let now = MonotonicClock.nanoseconds
    if let anchor = state.withLock({ $0.anchor }), now - anchor.nanoseconds < Self.anchorLife {
      return anchor
    }
    let position = schedule(until: now + Self.patience) ?? device.position
    let anchor = (frame: position.frames, nanoseconds: position.nanoseconds)
    state.withLock { $0.anchor = anchor }
    return anchor
  }

  /// A frame of the mix and its time, once the device plays or its schedule has settled.
  ///
  /// A sink may play more than a second of silence before the first frame, and its schedule
  /// includes this silence.
  ///
  /// - Returns: The frame and its time; `nil` if the deadline passes first.
  private func schedule(until deadline: Int) -> DevicePosition? {
    let pause = Signal()
    var firstAnswer: Int?
    while MonotonicClock.nanoseconds < deadline {
      device.refreshPosition()
      pause.wait(until: MonotonicClock.nanoseconds + 2_000_000)
      let position = device.position
      if let schedule = device.schedule {
        let first = firstAnswer ?? schedule.position.nanoseconds
        firstAnswer = first
        if schedule.isPlaying || schedule.position.nanoseconds - first >= Self.settlingTime {
          return schedule.position
        }
      } else if position.frames > 0 {
        // Add one frame, because devices round down.
        return DevicePosition(frames: position.frames + 1, nanoseconds: position.nanoseconds)
      }
    }
    return nil
  }
}
