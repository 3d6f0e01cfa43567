internal import AudioRealtime
internal import Synchronization

/// One device that several players share, so that those which start at one moment start with one frame.
final class DeviceMixer: Sendable {
  private struct State {
    /// Whether the device was lost; nobody joins any more.
    var isLost = false
    /// Who hears of that, and of what else happens to the device.
    var listeners: [ObjectIdentifier: @Sendable (DeviceEvent) -> Void] = [:]
    /// How many have it open; it is closed where none has.
    var userCount = 1
    /// A frame of the mix, and the moment of the monotonic clock at which it is heard.
    var anchor: (frame: Int, nanoseconds: Int)?
    /// The frames of moments that were asked for.
    var starts: [(nanoseconds: Int, frame: Int)] = []
  }

  /// A device on a clock.
  private struct Key: Hashable {
    let kind: DeviceKind
    let clock = VirtualClock.identity
  }

  /// The mixers that play.
  private static let all = Mutex<[Key: DeviceMixer]>([:])
  /// The rates of a voice that a mix may have, in hertz; at a lower one much of another would be lost.
  private static let usualRates = 44_100.0...192_000
  /// How long to wait until a device says where it is, in nanoseconds.
  private static let patience = 1_000_000_000
  /// For how long it says when it will play until that counts, in nanoseconds: a new stream may have some of the silence taken back.
  private static let settlingTime = 50_000_000
  /// How long what it says holds: clocks drift.
  private static let anchorLife = 10_000_000_000
  /// By how much a device may be beside what it said, in seconds: more, and it has stood, or was moved.
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
      [weak self] in self?.tell($0)
    }
  }

  /// Opens a device for all who share it, or finds it open; whoever calls this ``leave(_:)``s.
  ///
  /// - Parameters:
  ///   - kind: The device.
  ///   - sampleRate: The rate of a mix where the device does not tell its own.
  ///   - bufferSeconds: How much it may take ahead of the loudspeaker.
  /// - Returns: The mixer.
  /// - Throws: ``DeviceError`` where the device does not play.
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

  /// Opens a device in its own format, which it tells once it is open, so that nothing is lost of what comes later.
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

  /// Plays a renderer of the mix's rate, from a moment of the monotonic clock on or as soon as possible after that.
  ///
  /// - Returns: What the renderer is in the mix.
  /// - Throws: ``DeviceError`` where there is no room.
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

  /// Lets go of it, and takes a voice out; the device closes after the last.
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

  private func tell(_ event: DeviceEvent) {
    let listeners = state.withLock { state in
      if event == .lost { state.isLost = true }
      return state.listeners
    }
    for listener in listeners.values { listener(event) }
  }

  /// Whether it plays for somebody.
  var isInUse: Bool { state.withLock { !$0.isLost && $0.userCount > 0 } }

  /// The frame of the mix that is heard at a moment; the same for the same moment.
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

  /// Forgets what the device has said, where it is elsewhere now.
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

  /// Where the device is; waits until it says so, since nothing is known before that.
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

  /// A frame of the mix and its moment, by what the device says once it plays, or has said for long enough.
  ///
  /// A sink may have more than a second of silence to play before the first frame, and knows that.
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
        // One frame more: devices round down.
        return DevicePosition(frames: position.frames + 1, nanoseconds: position.nanoseconds)
      }
    }
    return nil
  }
}
