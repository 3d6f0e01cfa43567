import AudioCodecs
import AudioDevices
import AudioModel
import AudioPlayback
import AudioProcessing
import AudioRealtime
import Foundation
import Synchronization
import TestSupport

/// A recorder under test with a scripted device and the events that its observer receives.
final class RecordingTest: RecordingObserver {
  /// A returned buffer.
  struct Returned: Sendable {
    var bytes: [UInt8]
    var part: RecordedPart
    var isDiscarded: Bool
  }

  private struct Observed {
    var returned: [Returned] = []
    var running: [Bool] = []
    var failures: [RecordingFailure] = []
  }

  let engine: RecordingEngine
  let devices: ScriptedDevices
  private let observed = Mutex(Observed())

  /// The kind of the scripted devices.
  ///
  /// Its server does not exist, so no device is found again.
  static let kind = InputKind.pulseAudio(server: "unix:/nonexistent", source: nil)

  /// The format of interleaved Float32, or of PCM with the given number of bits.
  static func format(
    sampleRate: Double = 1000, channelCount: Int = 1, bits: Int = 32
  ) -> StreamFormat {
    let flags: StreamFormat.PCMFlags =
      bits >= 32 ? [.float, .packed] : [.signedInteger, .packed]
    return StreamFormat(
      sampleRate: sampleRate, formatID: .linearPCM, formatFlags: flags.rawValue,
      bytesPerPacket: bits / 8 * channelCount, framesPerPacket: 1,
      bytesPerFrame: bits / 8 * channelCount, channelCount: channelCount, bitsPerChannel: bits)
  }

  /// Makes a recorder from scripted devices, or from the devices of a choice.
  init(
    _ format: StreamFormat = RecordingTest.format(), deviceRate: Double? = nil,
    choice: InputChoice? = nil
  ) throws {
    let devices = ScriptedDevices(sampleRate: deviceRate)
    self.devices = devices
    engine =
      if let choice {
        try RecordingEngine(format: format, choice: choice)
      } else {
        try RecordingEngine(format: format, choice: InputChoice([Self.kind])) { kind, _, _ in
          devices.make(kind)
        }
      }
    engine.setObserver(self)
  }

  deinit { engine.shutDown() }

  func recordingReturned(_ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool) {
    let bytes = (buffer as? TestBuffer)?.bytes(part.byteCount) ?? []
    observed.withLock {
      $0.returned.append(Returned(bytes: bytes, part: part, isDiscarded: isDiscarded))
    }
  }

  func recordingRunning(_ isRunning: Bool) { observed.withLock { $0.running.append(isRunning) } }

  func recordingFailed(_ failure: RecordingFailure) {
    observed.withLock { $0.failures.append(failure) }
  }

  var returned: [Returned] { observed.withLock { $0.returned } }
  var running: [Bool] { observed.withLock { $0.running } }
  var failures: [RecordingFailure] { observed.withLock { $0.failures } }

  /// Enqueues a buffer for each capacity in bytes.
  func enqueue(_ capacities: Int...) {
    for capacity in capacities { engine.enqueue(TestBuffer(capacity)) }
  }

  /// Waits until the recorder has returned `count` buffers.
  func waitForBuffers(_ count: Int) throws {
    try waitUntil("\(count) buffers return") { returned.count >= count }
  }

  /// The returned samples in Float32.
  var samples: [Float] { LittleEndian.float(returned.flatMap(\.bytes)) }
}

/// Memory for recorded bytes.
final class TestBuffer: RecordingBuffer {
  let byteCapacity: Int
  let packetCapacity: Int?
  private let memory: Mutex<[UInt8]>

  init(_ byteCapacity: Int, packetCapacity: Int? = nil) {
    self.byteCapacity = byteCapacity
    self.packetCapacity = packetCapacity
    memory = Mutex([UInt8](repeating: 0xAA, count: byteCapacity))
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    memory.withLock { memory in
      var all = memory.mutableSpan
      var room = all._mutatingExtracting(bytes)
      body(&room)
    }
  }

  func bytes(_ count: Int) -> [UInt8] { memory.withLock { Array($0.prefix(count)) } }
}

/// Scripted devices, one open at a time.
final class ScriptedDevices: Sendable {
  struct State {
    var capturer: Capturer?
    var events: (@Sendable (DeviceEvent) -> Void)?
    var opened: [InputKind] = []
    var blockFrames = 0
    var isPaused = false
    var sampleRate: Double?
  }

  let state: Mutex<State>

  init(sampleRate: Double?) {
    state = Mutex(State(sampleRate: sampleRate))
  }

  func make(_ kind: InputKind) -> any InputDevice { ScriptedDevice(self, kind) }

  /// Delivers frames.
  ///
  /// The first was captured at the given time in milliseconds.
  func give(_ samples: [Float], at milliseconds: Int) {
    let capturer = state.withLock { $0.capturer }
    capturer?.give(samples.span, nanoseconds: milliseconds * 1_000_000)
  }

  /// Loses the open device, and waits for another one.
  func lose(toRate sampleRate: Double? = nil) throws {
    let (events, count) = state.withLock { state in
      if let sampleRate { state.sampleRate = sampleRate }
      return (state.events, state.opened.count)
    }
    events?(.lost)
    try waitUntil("another device is open") { state.withLock { $0.opened.count } > count }
  }

  private final class ScriptedDevice: InputDevice {
    private let devices: ScriptedDevices
    private let kind: InputKind

    init(_ devices: ScriptedDevices, _ kind: InputKind) {
      self.devices = devices
      self.kind = kind
    }

    func start(
      _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
      events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(DeviceError) -> Double {
      devices.state.withLock { state in
        state.capturer = capturer
        state.events = events
        state.opened.append(kind)
        state.blockFrames = blockFrames
        return state.sampleRate ?? sampleRate
      }
    }

    func setPaused(_ isPaused: Bool) { devices.state.withLock { $0.isPaused = isPaused } }
    func feed() {}
    func stop() { devices.state.withLock { $0.capturer = nil } }
    var hardwareFormat: DeviceFormat? { nil }
  }
}

/// Samples whose values identify their positions.
func marks(_ range: Range<Int>) -> [Float] { range.map { Float($0 + 1) / 65536 } }
