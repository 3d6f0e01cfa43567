internal import AudioRealtime
internal import Synchronization

/// One device that several players share, so that those which start at one moment start with one frame.
final class DeviceMixer: Sendable {
  /// What players that share a device have in common.
  struct Key: Hashable {
    var kind: DeviceKind
    var sampleRate: Double
    var channelCount: Int
  }

  private struct State {
    /// Whether the device was lost; nobody joins any more.
    var isLost = false
    /// Whether the last voice has left.
    var isOver = false
    /// Who hears of that.
    var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
    /// A frame of the mix, and the moment of the monotonic clock at which it is heard where nothing is moved.
    var anchor: (frame: Int, nanoseconds: Int)?
    /// The frames of moments that were asked for, where nothing is moved.
    var starts: [(nanoseconds: Int, frame: Int)] = []
  }

  /// The mixers that play.
  private static let all = Mutex<[Key: DeviceMixer]>([:])
  /// How long to wait until a device says where it is, in nanoseconds.
  private static let patience = 1_000_000_000
  /// For how long it says when it will play until that counts, in nanoseconds: a new stream may have some of the silence taken back.
  private static let settlingTime = 50_000_000
  /// How long what it says holds: clocks drift.
  private static let anchorLife = 10_000_000_000

  let device: any OutputDevice
  private let renderer: MixingRenderer
  private let state = Mutex(State())

  private init(_ device: any OutputDevice, _ key: Key) {
    self.device = device
    renderer = MixingRenderer(sampleRate: key.sampleRate, channelCount: key.channelCount)
  }

  /// Plays a renderer on the shared device, from a moment of the monotonic clock on or as soon as possible after that.
  ///
  /// - Returns: The mixer, and what the renderer is in it.
  /// - Throws: ``DeviceError`` where the device does not play.
  static func join(
    _ key: Key, _ renderer: Renderer, at nanoseconds: Int, bufferFrames: Int,
    failed: @escaping @Sendable () -> Void
  ) throws(DeviceError) -> (DeviceMixer, MixedVoice) {
    try all.withLock { (all) throws(DeviceError) in
      let mixer: DeviceMixer
      if let playing = all[key], !playing.state.withLock({ $0.isLost }) {
        mixer = playing
      } else {
        guard let device = key.kind.makeDevice() else { throw .absent }
        mixer = DeviceMixer(device, key)
        try device.start(mixer.renderer, bufferFrames: bufferFrames) { [weak mixer] in
          mixer?.lose()
        }
        all[key] = mixer
      }
      let voice = MixedVoice(renderer, start: mixer.frame(at: nanoseconds))
      guard mixer.renderer.add(voice) else { throw .refused }
      let isLost = mixer.state.withLock { state -> Bool in
        state.listeners[ObjectIdentifier(voice)] = failed
        return state.isLost
      }
      if isLost { failed() }
      mixer.device.revise()
      return (mixer, voice)
    }
  }

  /// Takes a voice out; the device closes after the last.
  func leave(_ voice: MixedVoice) {
    Self.all.withLock { all in
      renderer.remove(voice)
      let isLast = state.withLock { state -> Bool in
        state.listeners[ObjectIdentifier(voice)] = nil
        state.isOver = state.listeners.isEmpty
        return state.isOver
      }
      guard isLast else { return device.revise() }
      if let key = all.first(where: { $0.value === self })?.key { all[key] = nil }
      device.stop()
    }
  }

  private func lose() {
    let listeners = state.withLock { state in
      state.isLost = true
      return state.listeners
    }
    for listener in listeners.values { listener() }
  }

  /// Whether it plays for somebody.
  var isInUse: Bool { state.withLock { !$0.isLost && !$0.isOver } }

  var sampleRate: Double { renderer.sampleRate }

  /// Places all that has not begun by where the device is now, and has what it holds rendered again.
  ///
  /// All by as many frames: what begins with one frame does so still.
  func place(by position: DevicePosition) {
    guard let anchor = state.withLock({ $0.anchor }) else { return }
    let expected = frame(at: position.nanoseconds, by: anchor)
    renderer.setStartShift(position.frames - Int(expected.rounded()))
    device.revise()
  }

  /// The frame of the mix that is heard at a moment; the same for the same moment.
  private func frame(at nanoseconds: Int) -> Int {
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
    let ahead = Double(nanoseconds - anchor.nanoseconds) * renderer.sampleRate / 1e9
    return Double(anchor.frame) + max(-1e15, min(ahead, 1e15))
  }

  /// Where the device is; waits until it says so, since nothing is known before that.
  private func anchor() -> (frame: Int, nanoseconds: Int) {
    let now = MonotonicClock.nanoseconds
    if let anchor = state.withLock({ $0.anchor }), now - anchor.nanoseconds < Self.anchorLife {
      return anchor
    }
    let schedule = schedule(until: now + Self.patience)
    let position = schedule?.position ?? device.position
    let anchor = (
      frame: position.frames - renderer.startShift, nanoseconds: position.nanoseconds
    )
    state.withLock { $0.anchor = anchor }
    if schedule?.isPlaying == false {
      _ = AudioThread(name: "oca-mix-clock") { [self] in correct() }
    }
    return anchor
  }

  /// A frame of the mix and its moment, by what the device says once it plays, or has said for long enough.
  ///
  /// A sink may have more than a second of silence to play before the first frame, and knows that.
  private func schedule(until deadline: Int) -> DeviceSchedule? {
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
          return schedule
        }
      } else if position.frames > 0 {
        // One frame more: devices round down.
        return DeviceSchedule(
          position: DevicePosition(
            frames: position.frames + 1, nanoseconds: position.nanoseconds), isPlaying: true)
      }
    }
    return nil
  }
}
