package import AudioCodecs
package import AudioDevices
package import AudioModel
package import AudioRealtime
internal import Synchronization

/// Records into buffers: takes frames from a device and converts them to a rate and a codec.
///
/// Calls may wait for the recording thread, which never waits for callers. So calls may come from
/// any thread, but not from the observer's functions. A call from a tap takes effect after the tap
/// returns. Without a buffer, the engine keeps up to ``waitingSeconds`` of sound.
package final class RecordingEngine: Commanded {
  /// Makes a device to record from, or some channels of one; `nil` if this build lacks it.
  ///
  /// `isRetry` states whether the device was lost before.
  package typealias MakeDevice =
    @Sendable (InputKind, DeviceChannels?, _ isRetry: Bool) -> (any InputDevice)?

  /// The state that the callers and the recording thread share.
  struct Shared {
    var choice: InputChoice
    /// The open device and its format.
    var device: InputKind?
    var deviceFormat: DeviceFormat?
    var buffers: [any RecordingBuffer] = []
    var tap: (any AudioTap)?
    weak var observer: (any RecordingObserver)?
  }

  /// The maximum length of sound that waits for a buffer, in seconds.
  package static let waitingSeconds = 2.0

  /// The switch that silences all recorders of the process, or those of a task that sets its own.
  @TaskLocal package static var inputMute = InputMute()

  /// The recorded format, complete.
  package let format: StreamFormat
  /// The configuration that a decoder of the packets needs.
  package let magicCookie: [UInt8]
  /// The maximum packet size in bytes.
  package let maximumPacketSize: Int
  /// The channel order of the encoder, if known.
  package let channelLayout: ChannelLayout?

  let makeDevice: MakeDevice
  let signal: Signal
  let commands: CommandThread<RecordingCommand>
  let clock: RecordingClock
  let capturer: Capturer
  let shared: Mutex<Shared>

  /// Makes a recorder; opens no device yet.
  ///
  /// - Parameters:
  ///   - format: The format to record; fields that the codec determines may be 0.
  ///   - choice: The devices to try.
  ///   - makeDevice: Makes a device.
  /// - Throws: ``CodecError`` if the format is unsupported.
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

  /// Sets the observer of the recorder; held weakly.
  package func setObserver(_ observer: any RecordingObserver) {
    shared.withLock { $0.observer = observer }
  }

  /// Adds a buffer, lent until the observer receives it back.
  package func enqueue(_ buffer: any RecordingBuffer) {
    shared.withLock { $0.buffers.append(buffer) }
    signal.post()
  }

  /// Starts, or continues after a pause.
  ///
  /// - Parameter nanoseconds: The time of the first frame to record, by the monotonic clock.
  /// - Throws: ``PlaybackError`` if no device records.
  package func start(nanoseconds: Int? = nil) throws(PlaybackError) {
    if let error = ask(else: nil, { .start(nanoseconds: nanoseconds, $0) }) { throw error }
  }

  /// Stops taking frames until ``start(nanoseconds:)`` resumes.
  package func pause() {
    ask(else: ()) { .pause($0) }
  }

  /// Stops at once and returns all buffers; the first holds the frames so far.
  package func stop() {
    ask(else: ()) { .stop($0) }
  }

  /// Stops once all buffers are full; at once if nothing is recorded.
  ///
  /// - Returns: Whether recording continues; if not, it has stopped.
  @discardableResult
  package func stopWhenFilled() -> Bool {
    ask(else: true) { .stopWhenFilled($0) }
  }

  /// Returns all buffers and continues recording; the first holds the frames so far.
  package func reset() {
    ask(else: ()) { .reset($0) }
  }

  /// Returns the buffer that is being filled.
  package func flush() {
    if commands.isStarted { send(.flush) }
  }

  /// Closes the device, drops all buffers, and stops notifying the observer.
  package func shutDown() {
    shared.withLock { $0.observer = nil }
    commands.end(by: .quit)
  }

  /// Whether the caller runs on the recording thread, in a tap.
  package var isCurrent: Bool { commands.isCurrent }

  /// The frames recorded since the start and the corresponding time, or `nil` while stopped.
  package var time: (frames: Double, nanoseconds: Int)? { clock.time }

  /// The frames in the recording since the start; 0 while stopped.
  package var recordedFrames: Int { clock.recordedFrames }

  /// The number of discontinuities between frames and time.
  package var discontinuities: Int { clock.discontinuities }

  /// The format of the hardware, or of its output; `nil` while no device is open.
  package var deviceFormat: DeviceFormat? { shared.withLock { $0.deviceFormat } }

  /// The rate of the hardware in hertz; `nil` while no device is open.
  package var hardwareSampleRate: Double? { deviceFormat?.sampleRate }

  /// The open device, or else the first one that the next start tries.
  package var device: InputKind? { shared.withLock { $0.device ?? $0.choice.kinds.first } }

  /// The last captured level of each channel; silence while the recorder is not capturing.
  package var levels: [Level] {
    let levels = capturer.levels
    return clock.isMoving ? levels : levels.map { _ in .silence }
  }

  /// Turns the level meters on or off.
  package func setMetering(_ isOn: Bool) { capturer.setMetering(isOn) }

  /// The devices that the next start tries.
  package var choice: InputChoice { shared.withLock { $0.choice } }

  /// Sets the devices that the next start tries.
  package func setChoice(_ choice: InputChoice) {
    shared.withLock { $0.choice = choice }
  }

  /// Sets a tap for all frames, from the next start on.
  package func setTap(_ tap: (any AudioTap)?) {
    shared.withLock { $0.tap = tap }
  }

  /// Runs the recording thread.
  func run() { RecordingThread(self).run() }
}
