import AudioCodecs
import AudioDevices
import AudioModel
import AudioPlayback
import AudioProcessing
import AudioRealtime
import Glibc
import Synchronization

/// Records into small buffers through a tap, with meters, a pause, and a stop.
enum Recording {
  /// Records a second from the input with a device's name: an offline device's file.
  ///
  /// - Returns: The frames that were recorded.
  static func check(_ name: String, channelCount: Int) throws(PlaybackError) -> Int {
    let isFile = name.hasPrefix("offline:")
    let input = isFile ? "file:\(name.dropFirst(8))" : nil
    guard let choice = InputChoice.named(input, playingTo: name) else {
      throw .device(.absent)
    }
    let format = StreamFormat(
      sampleRate: 44100, formatID: .linearPCM,
      formatFlags: StreamFormat.PCMFlags([.float, .packed]).rawValue,
      bytesPerPacket: 4 * channelCount, framesPerPacket: 1, bytesPerFrame: 4 * channelCount,
      channelCount: channelCount, bitsPerChannel: 32)
    let engine: RecordingEngine
    do {
      engine = try RecordingEngine(format: format, choice: choice)
    } catch {
      throw .codec(error)
    }
    defer { engine.shutDown() }
    let observer = Observer(engine)
    engine.setObserver(observer)
    engine.setMetering(true)
    engine.setTap(HalvingTap(.beforeEffects))
    for _ in 0..<8 { engine.enqueue(Memory(byteCount: 441 * 4 * channelCount)) }
    try engine.start()
    var step = 0
    let deadline = MonotonicClock.nanoseconds + 30_000_000_000
    while observer.frameCount < 44100 {
      guard MonotonicClock.nanoseconds < deadline else { throw .device(.absent) }
      step += 1
      _ = engine.levels
      if step == 5 {
        engine.pause()
        try engine.start()
      }
      usleep(20_000)
    }
    engine.stop()
    return observer.frameCount
  }

  /// Enqueues every buffer again.
  private final class Observer: RecordingObserver {
    private let engine: RecordingEngine
    private let frames = Atomic<Int>(0)

    init(_ engine: RecordingEngine) { self.engine = engine }

    var frameCount: Int { frames.load(ordering: .relaxed) }

    func recordingReturned(
      _ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool
    ) {
      frames.add(part.packetCount, ordering: .relaxed)
      if !isDiscarded { engine.enqueue(buffer) }
    }

    func recordingRunning(_ isRunning: Bool) {}
    func recordingFailed(_ failure: RecordingFailure) {}
  }

  /// A buffer.
  private final class Memory: RecordingBuffer {
    let byteCapacity: Int
    let packetCapacity: Int? = nil
    private let bytes: Mutex<[UInt8]>

    init(byteCount: Int) {
      byteCapacity = byteCount
      bytes = Mutex([UInt8](repeating: 0, count: byteCount))
    }

    func write(
      _ range: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
    ) {
      bytes.withLock { bytes in
        var all = bytes.mutableSpan
        var room = all._mutatingExtracting(range)
        body(&room)
      }
    }
  }
}
