internal import AudioFiles
internal import AudioContainers
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import AudioTransport
internal import Synchronization

/// A device that captures a file as fast as the recorder takes it, then silence at the clock's
/// pace.
///
/// The capture times of the frames are those of a capture in real time.
final class FileInput: InputDevice {
  private struct State {
    var isPaused = false
    var isStopped = false
  }

  private let path: String
  private let state = Mutex(State())
  private let wake = Signal()
  private let thread = Mutex<AudioThread?>(nil)

  init(path: String) {
    self.path = path
  }

  func start(
    _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
    events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) -> Double {
    // Check that the file is readable; the thread opens it again for itself.
    _ = try FileSound(path: path, sampleRate: sampleRate, channelCount: capturer.channelCount)
    thread.withLock { thread in
      thread = AudioThread(name: "oca-file-in") { [self] in
        run(
          capturer, sampleRate: sampleRate, blockFrames: max(1, blockFrames), events: events)
      }
    }
    return sampleRate
  }

  func setPaused(_ isPaused: Bool) {
    state.withLock { $0.isPaused = isPaused }
    wake.post()
  }

  func feed() { wake.post() }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake.post()
    thread.withLock { $0 }?.join()
  }

  var hardwareFormat: DeviceFormat? { nil }
}

extension FileInput {
  /// Captures a block whenever the capturer has room; after the end, whenever a block duration has
  /// passed.
  private func run(
    _ capturer: Capturer, sampleRate: Double, blockFrames: Int,
    events: @Sendable (DeviceEvent) -> Void
  ) {
    let sound: FileSound
    do throws(DeviceError) {
      sound = try FileSound(
        path: path, sampleRate: sampleRate, channelCount: capturer.channelCount)
    } catch {
      return events(.lost)
    }
    let start = MonotonicClock.nanoseconds
    let silence = [Float](repeating: 0, count: blockFrames * capturer.channelCount)
    var givenFrames = 0
    /// The end of the next block of silence, once the sound has ended, in nanoseconds.
    var nextSilence: Int?
    while true {
      let (isStopped, isPaused) = state.withLock { ($0.isStopped, $0.isPaused) }
      if isStopped { return }
      if isPaused || !capturer.hasRoom(forFrames: blockFrames) {
        wake.wait()
        continue
      }
      if let next = nextSilence, MonotonicClock.nanoseconds < next {
        wake.wait(until: next)
        continue
      }
      var block = nextSilence == nil ? sound.read(blockFrames) : silence
      if block.isEmpty {
        nextSilence = MonotonicClock.nanoseconds
        block = silence
      }
      let duration = { MonotonicClock.duration(ofFrames: $0, sampleRate: sampleRate) }
      capturer.give(block.span, nanoseconds: start + duration(givenFrames))
      givenFrames += block.count / capturer.channelCount
      nextSilence = nextSilence.map { $0 + duration(blockFrames) }
    }
  }
}

/// The frames of a file as interleaved Float32, in order.
private final class FileSound {
  private let reader: FrameFileReader
  private let format: StreamFormat

  init(path: String, sampleRate: Double, channelCount: Int) throws(DeviceError) {
    format = .interleavedFloats(
      like: StreamFormat(
        sampleRate: sampleRate, formatID: .linearPCM, channelCount: channelCount))
    do {
      let source = try FileByteSource(path: path)
      reader = try FrameFileReader(PacketFile(source, reader: DetectingReader()))
      try reader.setClientFormat(format)
    } catch {
      throw .absent
    }
    guard reader.fileFormat.sampleRate == sampleRate || RateConverter.isAvailable else {
      throw .libraryMissing
    }
    reader.converter.arrangement.mixesDown = true
  }

  /// Reads the next frames; fewer at the end.
  func read(_ count: Int) -> [Float] {
    let scratch = ScratchOutput(format, frameCount: count)
    guard let made = try? reader.read(count, into: scratch) else { return [] }
    let bytes = scratch.buffers[0]
    return (0..<made * format.channelCount).map { index in
      let pattern = (0..<4).reduce(UInt32(0)) {
        $0 | UInt32(bytes[index * 4 + $1]) << UInt32(8 * $1)
      }
      return Float(bitPattern: pattern)
    }
  }
}
