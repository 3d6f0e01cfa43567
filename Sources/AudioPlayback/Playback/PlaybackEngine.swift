package import MediaTimeline
package import AudioCodecs
package import AudioDevices
package import AudioModel
package import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// Plays the frames of a source: reads ahead on its own thread, and feeds a device.
///
/// Calls wait for the feeding thread if necessary, and that thread never waits for callers. So any
/// code may call the engine, except the observer's functions. A call from a tap takes effect after
/// the tap returns. Buffers return once they are decoded, about a second before the device takes
/// their last frame.
package final class PlaybackEngine: Commanded {
  /// Makes the decoder for the first packet.
  package typealias MakeDecoder =
    @Sendable (StreamFormat, [UInt8]) throws(CodecError) -> any PacketDecoder

  /// The highest number of samples per second, over all channels.
  ///
  /// The value is 64 channels at 192 kHz. A second of sound waits in memory, and a small file could
  /// otherwise request any amount.
  package static let highestSampleCount = 64 * 192_000.0

  /// Whether a player can have this rate and these channels.
  package static func canPlay(sampleRate: Double, channelCount: Int) -> Bool {
    channelCount > 0 && sampleRate.isFinite && sampleRate >= 1 && sampleRate <= 1e6
      && Double(channelCount) * sampleRate <= highestSampleCount
  }

  /// Seconds that a device takes ahead of the loudspeaker by default.
  package static let deviceSeconds = Feeder.deviceSeconds

  /// The shortest ramp to a new volume, in seconds.
  ///
  /// A jump would click.
  static let shortestRamp = Renderer.instantSeconds

  let format: StreamFormat
  let source: any PlaybackSource
  /// The source, if it is a queue of buffers.
  private let items: QueuedItems?
  let observers: ObserverReference
  let signal: Signal
  let commands: CommandThread<PlaybackCommand>
  let clock = PlaybackClock()
  let shared: Mutex<PlaybackState>

  /// Makes a player of buffers, without opening a device.
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

  /// Makes a player of a source, without opening a device.
  ///
  /// - Parameters:
  ///   - format: The format of the frames, interleaved Float32; the player's time has its rate.
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
    shared = Mutex(PlaybackState(choice: choice))
    source.setSignal { signal.post() }
  }

  /// Sets the observer, which is held weakly.
  package func setObserver(_ observer: any PlaybackObserver) {
    observers.observer = observer
  }

  /// Sets the magic cookie, for the next decoder.
  package func setMagicCookie(_ cookie: [UInt8]) {
    items?.setMagicCookie(cookie)
  }

  /// Adds a buffer, lent until the observer gets it back.
  package func enqueue(_ item: PlaybackItem) { items?.append(.item(item)) }

  /// Makes the decoder output the frames that it holds back, after the buffers enqueued so far.
  package func flush() { items?.append(.flush) }

  /// The state of the player.
  package var phase: PlaybackPhase { shared.withLock { $0.phase } }

  /// Starts, or continues after a pause.
  ///
  /// - Parameter nanoseconds: The time of the first frame, by the monotonic clock; `nil` for now.
  /// - Throws: ``PlaybackError`` if no device can be started, or if the packets cannot be decoded
  ///   at all.
  package func start(nanoseconds: Int? = nil) throws(PlaybackError) {
    if let error = ask(else: nil, { .start(nanoseconds: nanoseconds, $0) }) { throw error }
  }

  /// Pauses.
  ///
  /// ``start(nanoseconds:)`` continues.
  package func pause() {
    ask(else: ()) { .pause($0) }
  }

  /// Stops at once.
  ///
  /// All buffers have been returned when this function returns.
  package func stop() {
    ask(else: ()) { .stop($0) }
  }

  /// Stops when everything has played; at once if paused.
  ///
  /// A player that has not started does not change.
  ///
  /// This function does not wait for the end. If the player stops at once, buffers that are
  /// enqueued later stay in the queue.
  ///
  /// - Returns: Whether the player still plays.
  @discardableResult
  package func stopWhenPlayed() -> Bool {
    ask(else: true) { .stopWhenPlayed($0) }
  }

  /// Discards all frames that have not played, and continues to play.
  ///
  /// A queue continues with the buffers that are added next. Another source begins again, at the
  /// frame that would have played next.
  package func reset() {
    ask(else: ()) { .reset($0) }
  }

  /// Ends playback before a frame, even if later frames have been decoded.
  ///
  /// The player stops there. No more buffers may be enqueued.
  ///
  /// - Parameter time: The first frame of the player's time that must not play.
  /// - Returns: False if the device cannot take frames back, or the frame is about to play.
  package func end(at time: Int) -> Bool {
    ask(else: false) { .end(time: time, $0) }
  }

  /// Decodes ahead before the start.
  ///
  /// - Parameter frames: The wanted frames; 0 for the default of a start.
  /// - Returns: The number of waiting frames. If frames were already waiting, no more are decoded.
  /// - Throws: ``CodecError`` if the packets cannot be decoded at all.
  package func prime(frames: Int) throws(CodecError) -> Int {
    try ask(else: .success(0)) { .prime(frames: frames, $0) }.get()
  }

  /// While playing, decodes until so many frames wait for the device, or to the end.
  package func fill(frames: Int) {
    ask(else: ()) { .fill(frames: frames, $0) }
  }

  /// Ends the player: closes the device, forgets the buffers, and makes no more reports.
  package func shutDown() {
    observers.observer = nil
    commands.end(by: .quit)
  }

  /// Whether the caller is the feeding thread, in a tap.
  package var isCurrent: Bool { commands.isCurrent }

  /// The speed and pitch of the played frame.
  package var timePitch: TimePitchSettings { shared.withLock { $0.timePitch } }

  /// The speed and pitch of the next decoded frame.
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

  /// Changes speed and pitch.
  ///
  /// Enabling takes effect with the next start, other changes with the next decoded frames.
  package func setTimePitch(_ change: (inout TimePitchSettings) -> Void) {
    shared.withLock { change(&$0.timePitch) }
  }

  /// Sets the player's channel for each channel of a device, from the next start on.
  ///
  /// - Parameter map: The player's channel for each channel of the device, with `nil` for silence.
  ///   A map of `nil` keeps the order.
  package func setChannelMap(_ map: [Int?]?) {
    shared.withLock { $0.channelMap = map }
  }

  /// Sets the tap, from the next start on.
  package func setTap(_ tap: (any AudioTap)?) {
    shared.withLock { $0.tap = tap }
  }

  /// The devices that the next start tries.
  package var choice: DeviceChoice { shared.withLock { $0.choice } }

  /// Sets which devices the next start tries.
  package func setChoice(_ choice: DeviceChoice) {
    shared.withLock { $0.choice = choice }
  }

  /// The open device, or else the one that the next start tries first.
  package var device: DeviceKind? { shared.withLock { $0.device ?? $0.choice.kinds.first } }

  /// Frames that are decoded ahead of the device, not counting those in the device.
  package var aheadFrames: Int {
    shared.withLock { $0.aheadFrames ?? Int(format.sampleRate * $0.waiting.aheadSeconds) + 1 }
  }

  /// Sets how many frames are decoded ahead; takes effect with the next start.
  package func setAheadFrames(_ frames: Int) {
    shared.withLock { $0.aheadFrames = frames }
  }

  /// Sets when a single channel becomes two, before a start.
  package func setSpreading(_ spreading: PlaybackSpreading) {
    shared.withLock { $0.spreading = spreading }
  }

  /// Sets the duration of all client buffers, which limits how much decoded sound may wait.
  ///
  /// - Parameter seconds: The duration; `nil` if unknown.
  package func setBufferedSeconds(_ seconds: Double?) {
    shared.withLock { $0.bufferedSeconds = seconds }
  }

  /// Turns the level meters on or off.
  package func setMetering(_ isOn: Bool) {
    shared.withLock { shared in
      shared.isMetering = isOn
      // Under the lock, so that the last call wins.
      clock.playing.renderer?.setMetering(isOn)
    }
  }

  /// The body of the feeding thread.
  func run() { Feeder(self).run() }
}
