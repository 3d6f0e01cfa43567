import AudioCodecs
import AudioDevices
import AudioModel
import AudioRealtime
import MediaTimeline
import Synchronization
import TestSupport

@testable import AudioPlayback

/// A player under test, with its reported events, on a device that passes its frames to the test.
///
/// If the player starts, the test runs on a ``VirtualClock``.
final class PlaybackTest: PlaybackObserver {
  enum Event: Equatable, Sendable {
    /// The player returned the buffer with this number.
    case returned(Int)
    case discarded(Int)
    case ends
    case running(Bool)
    case failed(CodecError)
    case deviceChanged
  }

  private struct Observed {
    var events: [Event] = []
    /// The time of each event in nanoseconds.
    var moments: [Int] = []
    var enqueuedCount = 0
  }

  let engine: PlaybackEngine
  let device: PulledDevice
  private let observed = Mutex(Observed())

  /// Makes a player of buffers with Float32 samples or with packets for a decoder.
  init(
    _ format: StreamFormat = RecordingTest.format(), choice: DeviceChoice? = nil,
    makeDecoder: PlaybackEngine.MakeDecoder? = nil
  ) {
    device = PulledDevice()
    let choice = choice ?? DeviceChoice([.pulled(device)])
    engine =
      if let makeDecoder {
        PlaybackEngine(format: format, choice: choice, makeDecoder: makeDecoder)
      } else {
        PlaybackEngine(format: format, choice: choice)
      }
    engine.setObserver(self)
  }

  init(source: any PlaybackSource) {
    device = PulledDevice()
    engine = PlaybackEngine(
      format: RecordingTest.format(), choice: DeviceChoice([.pulled(device)]), source: source)
    engine.setObserver(self)
  }

  deinit { engine.shutDown() }

  // MARK: The observer

  private func note(_ event: Event) {
    observed.withLock { observed in
      observed.events.append(event)
      observed.moments.append(MonotonicClock.nanoseconds)
    }
  }

  func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {
    let number = (buffer as? NumberedBuffer)?.number ?? -1
    note(isDiscarded ? .discarded(number) : .returned(number))
  }

  func playbackEnds() { note(.ends) }
  func playbackRunning(_ isRunning: Bool) { note(.running(isRunning)) }
  func playbackFailed(_ error: CodecError) { note(.failed(error)) }
  func playbackDeviceChanged() { note(.deviceChanged) }

  var events: [Event] { observed.withLock { $0.events } }

  /// The time of the first such event in nanoseconds.
  func moment(of event: Event) -> Int? {
    observed.withLock { observed in
      observed.events.firstIndex(of: event).map { observed.moments[$0] }
    }
  }

  /// The numbers of the returned buffers, and of the discarded ones.
  var returned: [Int] {
    events.compactMap { if case .returned(let number) = $0 { number } else { nil } }
  }
  var discarded: [Int] {
    events.compactMap { if case .discarded(let number) = $0 { number } else { nil } }
  }

  // MARK: Buffers

  /// Enqueues a buffer of Float32 samples.
  func enqueue(
    _ samples: [Float], trim: (start: Int, end: Int) = (0, 0), at startFrame: Int? = nil,
    _ changes: [PlaybackChange] = []
  ) {
    let bytes = LittleEndian.bytes(samples)
    enqueue(
      PlaybackItem(
        buffer: NumberedBuffer(nextNumber(), bytes), byteCount: bytes.count, changes: changes),
      trim: trim, at: startFrame)
  }

  /// Enqueues a buffer of packets for a ``FloatDecoder``.
  func enqueue(
    packets: [[UInt8]], frames: Int, trim: (start: Int, end: Int) = (0, 0),
    at startFrame: Int? = nil, _ changes: [PlaybackChange] = []
  ) {
    var places: [PlaybackPacket] = []
    var bytes: [UInt8] = []
    for packet in packets {
      places.append(
        PlaybackPacket(bytes: bytes.count..<bytes.count + packet.count, frameCount: frames))
      bytes += packet
    }
    enqueue(
      PlaybackItem(
        buffer: NumberedBuffer(nextNumber(), bytes), byteCount: bytes.count, packets: places,
        changes: changes),
      trim: trim, at: startFrame)
  }

  private func enqueue(_ item: PlaybackItem, trim: (start: Int, end: Int), at startFrame: Int?) {
    var item = item
    (item.trimStart, item.trimEnd) = trim
    item.startFrame = startFrame
    engine.enqueue(item)
  }

  private func nextNumber() -> Int {
    observed.withLock { observed in
      defer { observed.enqueuedCount += 1 }
      return observed.enqueuedCount
    }
  }

  // MARK: Frames

  /// Lets the player's thread run until it waits.
  func settle() { VirtualClock.sleep(nanoseconds: 1) }

  /// Takes at most `count` samples from the device while the player produces more.
  func take(_ count: Int) -> [Float] {
    var samples: [Float] = []
    while samples.count < count {
      settle()
      let more = LittleEndian.float(device.take(count - samples.count))
      if more.isEmpty { break }
      samples += more
    }
    return samples
  }

  /// Reads the next block from the source.
  ///
  /// The player must not be running.
  func read() throws(CodecError) -> (reading: SourceReading, block: FrameBlock) {
    var block = FrameBlock(sampleRate: 0, channelCount: 0)
    return (try engine.source.read(into: &block), block)
  }

  /// Reads the source to its end, and returns the samples and the last answer.
  func readAll() throws(CodecError) -> (samples: [Float], reading: SourceReading) {
    var samples: [Float] = []
    while true {
      let (reading, block) = try read()
      samples += block.samples
      if reading != .frames { return (samples, reading) }
    }
  }
}

/// A client's bytes with a number that identifies them.
final class NumberedBuffer: PlaybackBuffer {
  let number: Int
  private let bytes: [UInt8]

  init(_ number: Int, _ bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }

  func withBytes(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(CodecError) -> Void
  ) throws(CodecError) {
    let bytes = bytes
    try body(bytes.span.extracting(range))
  }
}

/// A decoder of one-channel Float32 packets with a delay: it holds back the latest frames.
///
/// An empty packet causes an error; a one-byte packet makes the decoder fail permanently.
final class FloatDecoder: PacketDecoder {
  /// The format of the packets, with the given number of frames in each.
  static func format(framesPerPacket: Int = 100) -> StreamFormat {
    StreamFormat(
      sampleRate: 1000, formatID: FourCC("f", "l", "t", "s"), framesPerPacket: framesPerPacket,
      channelCount: 1)
  }

  static let badPacket: [UInt8] = []
  static let fatalPacket: [UInt8] = [0]

  let sampleRate: Double
  let channelCount = 1
  private let heldCount: Int
  private var held: [Float] = []

  init(sampleRate: Double = 1000, holding heldCount: Int = 0) {
    self.sampleRate = sampleRate
    self.heldCount = heldCount
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    guard packet.count > 0 else { throw .badPacket }
    guard packet.count > 1 else { throw .libraryMissing }
    held += LittleEndian.float(packet.indices.map { packet[$0] })
    let count = max(0, held.count - heldCount)
    samples += held.prefix(count)
    held.removeFirst(count)
  }

  func drain(into samples: inout [Float]) throws(CodecError) {
    samples += held
    held = []
  }

  func reset() { held = [] }
}
