package import AudioCodecs
package import AudioDevices
package import AudioModel
package import AudioRealtime
internal import Synchronization

/// Records into buffers: takes frames from a device on a thread of its own, and brings them to a rate and a codec.
///
/// Calls wait for that thread where they must, and it waits for nobody; so they may be made from anywhere but from
/// the observer's functions. Those that a tap makes take effect after it. As long as there is no buffer, ``waitingSeconds`` of sound are kept.
package final class RecordingEngine: Commanded {
  /// Makes a device to record from, or some channels of one, anew where it was lost before; `nil` where this build does not have it.
  package typealias MakeDevice =
    @Sendable (InputKind, DeviceChannels?, _ isRetry: Bool) -> (any InputDevice)?

  /// What is shared between the callers and the recording thread.
  struct Shared {
    var choice: InputChoice
    /// Which device is open, and its format.
    var device: InputKind?
    var deviceFormat: DeviceFormat?
    var buffers: [any RecordingBuffer] = []
    var tap: (any AudioTap)?
    weak var observer: (any RecordingObserver)?
  }

  /// Seconds of sound that wait for a buffer.
  package static let waitingSeconds = 2.0

  /// What silences all recorders of the process; another one is for those that a task makes.
  @TaskLocal package static var inputMute = InputMute()

  /// What is recorded, complete.
  package let format: StreamFormat
  /// The configuration that a decoder of the packets needs.
  package let magicCookie: [UInt8]
  /// Bytes that no packet exceeds.
  package let maximumPacketSize: Int
  /// In what order an encoder takes channels, where that is known.
  package let channelLayout: ChannelLayout?

  let makeDevice: MakeDevice
  let signal: Signal
  let commands: CommandThread<RecordingCommand>
  let clock: RecordingClock
  let capturer: Capturer
  let shared: Mutex<Shared>

  /// Makes a recorder; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - format: What is recorded; what the codec tells by itself may be left out.
  ///   - choice: The devices to try.
  ///   - makeDevice: Makes a device.
  /// - Throws: ``CodecError`` where there is no way to the format.
  package init(
    format: StreamFormat, choice: InputChoice, makeDevice: @escaping MakeDevice = device
  ) throws(CodecError) {
    self.makeDevice = makeDevice
    let signal = Signal()
    self.signal = signal
    commands = CommandThread(name: "oca-recorder", signal: signal)
    let encoder = try RecordingEncoder(format)
    self.format = encoder.format
    magicCookie = encoder.magicCookie
    maximumPacketSize = encoder.maximumPacketSize
    channelLayout = encoder.channelLayout
    clock = RecordingClock(sampleRate: encoder.format.sampleRate)
    capturer = Capturer(
      channelCount: encoder.format.channelCount,
      capacityFrames: Int(encoder.format.sampleRate * Self.waitingSeconds) + 1, recorder: signal,
      mute: Self.inputMute)
    shared = Mutex(Shared(choice: choice))
  }

  /// Makes the device of a kind.
  package static let device: MakeDevice = { kind, channels, isRetry in
    if let path = kind.path { return channels == nil ? FileInput(path: path) : nil }
    return kind.makeDevice(isRetry: isRetry, channels: channels)
  }

  /// Who hears of the recorder; held weakly.
  package func setObserver(_ observer: any RecordingObserver) {
    shared.withLock { $0.observer = observer }
  }

  /// Adds a buffer, lent until the observer gets it back.
  package func enqueue(_ buffer: any RecordingBuffer) {
    shared.withLock { $0.buffers.append(buffer) }
    signal.post()
  }

  /// Starts, or goes on after a pause.
  ///
  /// - Parameter nanoseconds: The moment of the monotonic clock from which frames are recorded.
  /// - Throws: ``PlaybackError`` where no device records.
  package func start(nanoseconds: Int? = nil) throws(PlaybackError) {
    if let error = ask(else: nil, { .start(nanoseconds: nanoseconds, $0) }) { throw error }
  }

  /// Takes no frames; goes on with ``start(nanoseconds:)``.
  package func pause() {
    ask(else: ()) { .pause($0) }
  }

  /// Stops at once; all buffers have been given back when this returns, the first with what there is.
  package func stop() {
    ask(else: ()) { .stop($0) }
  }

  /// Stops once all buffers are full; at once where nothing is recorded.
  ///
  /// - Returns: Whether it records on; if not, it has stopped.
  @discardableResult
  package func stopWhenFilled() -> Bool {
    ask(else: true) { .stopWhenFilled($0) }
  }

  /// Gives all buffers back, the first with what there is, and goes on recording.
  package func reset() {
    ask(else: ()) { .reset($0) }
  }

  /// Gives the buffer back that is being filled.
  package func flush() {
    if commands.isStarted { send(.flush) }
  }

  /// Ends: the device closes, buffers are forgotten, and the observer hears nothing after this.
  package func shutDown() {
    shared.withLock { $0.observer = nil }
    commands.end(by: .quit)
  }

  /// Whether the caller is the thread itself, in a tap.
  package var isCurrent: Bool { commands.isCurrent }

  /// The frames recorded since the start and the moment to which that belongs, or `nil` while stopped.
  package var time: (frames: Double, nanoseconds: Int)? { clock.time }

  /// The frames that have been recorded since the start, as far as they have come; 0 while stopped.
  package var recordedFrames: Int { clock.recordedFrames }

  /// How often the way from frames to time was broken.
  package var discontinuities: Int { clock.discontinuities }

  /// The format of the hardware, or of what it gives; `nil` while there is no device.
  package var deviceFormat: DeviceFormat? { shared.withLock { $0.deviceFormat } }

  /// The rate of the hardware in hertz; `nil` while there is none, or where it does not tell.
  package var hardwareSampleRate: Double? { deviceFormat?.sampleRate }

  /// The device that is open, or else the one that the next start tries first.
  package var device: InputKind? { shared.withLock { $0.device ?? $0.choice.kinds.first } }

  /// The level of each channel, as it was captured last: silence while nothing is.
  package var levels: [Level] {
    let levels = capturer.levels
    return clock.isMoving ? levels : levels.map { _ in .silence }
  }

  /// Turns the level meters on or off.
  package func setMetering(_ isOn: Bool) { capturer.setMetering(isOn) }

  /// The devices that the next start tries.
  package var choice: InputChoice { shared.withLock { $0.choice } }

  /// Sets which devices the next start tries.
  package func setChoice(_ choice: InputChoice) {
    shared.withLock { $0.choice = choice }
  }

  /// Sets through what all frames go from the next start on.
  package func setTap(_ tap: (any AudioTap)?) {
    shared.withLock { $0.tap = tap }
  }

  /// What the thread does.
  func run() { RecordingThread(self).run() }
}
