package import MediaTimeline
package import AudioCodecs
package import AudioDevices
package import AudioModel
package import AudioProcessing
package import AudioRealtime
internal import Synchronization

/// Plays buffers of packets: decodes them ahead on a thread of its own and feeds a device.
///
/// Calls wait for the feeding thread where they must, and that thread waits for nobody; so they may be
/// made from anywhere but from the observer's functions. Those that a tap makes take effect after it. Buffers come back once they are decoded, about
/// a second before the device takes their last frame.
package final class PlaybackEngine: Commanded {
  /// Makes the decoder when the first packet is there.
  package typealias MakeDecoder =
    @Sendable (StreamFormat, [UInt8]) throws(CodecError) -> any PacketDecoder

  /// Samples a second, of all channels, that are played at most.
  ///
  /// 64 channels at 192 kHz: a second waits in memory, however little a file took to ask for it.
  package static let highestSampleCount = 64 * 192_000.0

  /// Whether frames of a rate and channels can be played at all.
  package static func canPlay(sampleRate: Double, channelCount: Int) -> Bool {
    channelCount > 0 && sampleRate.isFinite && sampleRate >= 1 && sampleRate <= 1e6
      && Double(channelCount) * sampleRate <= highestSampleCount
  }

  /// How much a device takes ahead of the loudspeaker unless less is asked for, in seconds.
  package static let deviceSeconds = Feeder.deviceSeconds

  /// The shortest time in which a new volume is reached, in seconds: at once would click.
  static let shortestRamp = Renderer.instantSeconds

  let format: StreamFormat
  let source: any PlaybackSource
  /// The source, if it is a queue of buffers.
  private let items: QueuedItems?
  let observers: ObserverReference
  let signal: Signal
  let commands: CommandThread<PlaybackCommand>
  let clock = PlaybackClock()
  let shared: Mutex<Shared>

  /// Makes a player of buffers; nothing is opened yet.
  package convenience init(
    format: StreamFormat, choice: DeviceChoice,
    makeDecoder: @escaping MakeDecoder = { (format, cookie) throws(CodecError) in
      try DecoderFactory.makeDecoder(format: format, magicCookie: cookie)
    }
  ) {
    let observers = ObserverReference()
    let items = QueuedItems(format: format, makeDecoder: makeDecoder, observers: observers)
    self.init(format: format, choice: choice, source: items, items: items, observers: observers)
  }

  /// Makes a player of a source; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - format: Interleaved Float32 of the rate and the channels of the player's time.
  ///   - choice: The devices to try.
  ///   - source: The frames.
  package convenience init(
    format: StreamFormat, choice: DeviceChoice, source: any PlaybackSource
  ) {
    self.init(
      format: format, choice: choice, source: source, items: nil, observers: ObserverReference())
  }

  private init(
    format: StreamFormat, choice: DeviceChoice, source: any PlaybackSource, items: QueuedItems?,
    observers: ObserverReference
  ) {
    self.format = format
    self.source = source
    self.items = items
    self.observers = observers
    let signal = Signal()
    self.signal = signal
    commands = CommandThread(name: "oca-feeder", signal: signal)
    shared = Mutex(Shared(choice: choice))
    source.setSignal { signal.post() }
  }

  /// Who hears of the player; held weakly.
  package func setObserver(_ observer: any PlaybackObserver) {
    observers.observer = observer
  }

  /// Sets what the decoder needs beyond the format; takes effect with the next decoder.
  package func setMagicCookie(_ cookie: [UInt8]) {
    items?.setMagicCookie(cookie)
  }

  /// Adds a buffer, lent until the observer gets it back.
  package func enqueue(_ item: PlaybackItem) { items?.append(.item(item)) }

  /// Has the decoder give the frames that it holds back, after the buffers so far.
  package func flush() { items?.append(.flush) }

  /// The state of the player.
  package var phase: PlaybackPhase { shared.withLock { $0.phase } }

  /// Starts, or goes on after a pause.
  ///
  /// - Parameter nanoseconds: The moment of the monotonic clock at which the first frame is due.
  /// - Throws: ``PlaybackError`` where no device plays, or where what is enqueued cannot be decoded at all.
  package func start(nanoseconds: Int? = nil) throws(PlaybackError) {
    if let error = ask(else: nil, { .start(nanoseconds: nanoseconds, $0) }) { throw error }
  }

  /// Falls silent and stands still; goes on with ``start(nanoseconds:)``.
  package func pause() {
    ask(else: ()) { .pause($0) }
  }

  /// Stops at once; all buffers have been given back when this returns.
  package func stop() {
    ask(else: ()) { .stop($0) }
  }

  /// Stops once everything that is enqueued has been heard; at once where it is paused, and what has not been started stays as it is.
  ///
  /// Does not wait for the end. Where it has stopped at once, what is enqueued after this stays.
  ///
  /// - Returns: Whether it plays on; if not, it is stopped.
  @discardableResult
  package func stopWhenPlayed() -> Bool {
    ask(else: true) { .stopWhenPlayed($0) }
  }

  /// Throws out all frames that have not been heard; goes on playing.
  ///
  /// A queue continues with the buffers that are added next. Another source begins again, at the frame
  /// that would have been heard next.
  package func reset() {
    ask(else: ()) { .reset($0) }
  }

  /// Ends what is played with a frame that has been decoded, and with it what may have been decoded beyond.
  ///
  /// It stops there; nothing may be enqueued any more.
  ///
  /// - Parameter time: The frame of the player's time in front of which it ends.
  /// - Returns: Whether it does; not where the device has taken what cannot be taken back, or the frame is to be heard at once.
  package func end(at time: Int) -> Bool {
    ask(else: false) { .end(time: time, $0) }
  }

  /// Decodes ahead before the start.
  ///
  /// - Parameter frames: How many frames, 0 for as many as a start should have.
  /// - Returns: The frames that wait now; where some waited before, no more are decoded.
  /// - Throws: ``CodecError`` where what is enqueued cannot be decoded at all.
  package func prime(frames: Int) throws(CodecError) -> Int {
    try ask(else: .success(0)) { .prime(frames: frames, $0) }.get()
  }

  /// Decodes until so many frames wait for the device, or all that is enqueued has been, where it is playing.
  package func fill(frames: Int) {
    ask(else: ()) { .fill(frames: frames, $0) }
  }

  /// Ends: the device closes, buffers are forgotten, and the observer hears nothing after this.
  package func shutDown() {
    observers.observer = nil
    commands.end(by: .quit)
  }

  /// Whether the caller is the thread itself, in a tap.
  package var isCurrent: Bool { commands.isCurrent }

  /// The moment at which the first frame is due, where that is still to come.
  package var comingStart: Int? {
    shared.withLock { $0.startNanoseconds }.flatMap { $0 > MonotonicClock.nanoseconds ? $0 : nil }
  }

  /// The frames heard since the start and the moment to which that belongs, or `nil` while stopped.
  package var time: (frames: Double, nanoseconds: Int)? {
    clock.time.map { ($0.frames, $0.nanoseconds) }
  }

  /// How often the device has changed.
  package var discontinuities: Int { clock.discontinuities }

  /// The rate of the hardware in hertz; `nil` while there is none, or where it does not tell.
  package var hardwareSampleRate: Double? { clock.playing.device?.hardwareFormat?.sampleRate }

  /// The format of the hardware, or of what it is given; `nil` while there is no device.
  package var deviceFormat: DeviceFormat? {
    let (renderer, device) = clock.playing
    guard let renderer, let device else { return nil }
    return device.hardwareFormat
      ?? DeviceFormat(sampleRate: renderer.sampleRate, channelCount: renderer.channelCount)
  }

  /// The level of each channel, as it is heard now: silence where nothing is.
  package var levels: [Level] {
    let renderer = clock.playing.renderer
    let frame = clock.heardFrame
    guard let renderer, clock.isMoving, frame < renderer.ring.writeIndex else {
      let hasMap = shared.withLock { $0.channelMap != nil }
      let count = hasMap ? nil : renderer?.ring.channelCount
      return [Level](repeating: .silence, count: count ?? format.channelCount)
    }
    let levels = renderer.levels(at: frame)
    guard let map = shared.withLock({ $0.channelMap }), map.count == levels.count else {
      return levels
    }
    return (0..<format.channelCount).map { map.firstIndex(of: $0).map { levels[$0] } ?? .silence }
  }

  /// What is done to speed and pitch of what is heard now.
  package var timePitch: TimePitchSettings { shared.withLock { $0.timePitch } }

  /// What is done to speed and pitch of what is decoded next.
  var nextTimePitch: TimePitchSettings {
    shared.withLock { shared in
      var settings = shared.timePitch
      for change in shared.parameters.pending.lazy.flatMap(\.changes) {
        switch change.parameter {
        case .rate: settings.rate = change.value
        case .cents: settings.cents = change.value
        case .gain, .balance, .rampSeconds: break
        }
      }
      return settings
    }
  }

  /// Changes what is done to speed and pitch: whether anything is takes effect with the next start, all else with what is decoded
  /// next.
  package func setTimePitch(_ change: (inout TimePitchSettings) -> Void) {
    shared.withLock { change(&$0.timePitch) }
  }

  /// Sets which of the player's channels each channel of a device takes from the next start on, `nil` for silence.
  ///
  /// - Parameter map: The channels, or `nil` where each goes to its like.
  package func setChannelMap(_ map: [Int?]?) {
    shared.withLock { $0.channelMap = map }
  }

  /// Sets through what all frames go from the next start on.
  package func setTap(_ tap: (any AudioTap)?) {
    shared.withLock { $0.tap = tap }
  }

  /// The devices that the next start tries.
  package var choice: DeviceChoice { shared.withLock { $0.choice } }

  /// Sets which devices the next start tries.
  package func setChoice(_ choice: DeviceChoice) {
    shared.withLock { $0.choice = choice }
  }

  /// The device that is open, or else the one that the next start tries first.
  package var device: DeviceKind? { shared.withLock { $0.device ?? $0.choice.kinds.first } }

  /// Frames that are decoded ahead of the device, beside those that the device holds.
  package var aheadFrames: Int {
    shared.withLock { $0.aheadFrames ?? Int(format.sampleRate * $0.waiting.aheadSeconds) + 1 }
  }

  /// Sets how many frames are decoded ahead; takes effect with the next start.
  package func setAheadFrames(_ frames: Int) {
    shared.withLock { $0.aheadFrames = frames }
  }

  /// Sets when a single channel becomes two, before a start.
  package func setSpreading(_ spreading: Spreading) {
    shared.withLock { $0.spreading = spreading }
  }

  /// Sets how much sound all buffers hold that the client has, from which a start takes how much may wait.
  ///
  /// - Parameter seconds: `nil` where that is not known.
  package func setBufferedSeconds(_ seconds: Double?) {
    shared.withLock { $0.bufferedSeconds = seconds }
  }

  /// Turns the level meters on or off.
  package func setMetering(_ isOn: Bool) {
    shared.withLock { shared in
      shared.isMetering = isOn
      // Under the lock, so that the last call is the one that counts.
      clock.playing.renderer?.setMetering(isOn)
    }
  }

  /// What the thread does.
  func run() { Feeder(self).run() }
}
