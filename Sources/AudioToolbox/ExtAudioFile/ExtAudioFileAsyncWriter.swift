internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// Receives frames on a render thread, and writes them on its own thread.
///
/// Each call adds a record to a ring: the number of frames, then the bytes of each buffer.
final class ExtAudioFileAsyncWriter: Sendable {
  /// The writers, for lookup on render threads.
  static let slots = ObjectSlots(count: 64)

  private let bytesPerFrame: Int
  private let bufferCount: Int
  private let ring: ByteRing
  private let signal = Signal()
  private let isEnding = Atomic<Bool>(false)
  /// The status of the first failed write.
  private let status = Atomic<Int32>(noErr)
  private let thread = Mutex<AudioThread?>(nil)

  /// The capacity of the ring in seconds, which covers a slow disk.
  private static let seconds = 4.0
  private static let largestRing = 1 << 28
  private static let headByteCount = 8

  /// Creates a writer and its thread.
  ///
  /// - Parameters:
  ///   - format: The client format.
  ///   - write: Writes a number of frames. Called on the thread.
  init(
    _ format: StreamFormat,
    _ write: @escaping @Sendable (Int, any SampleInput) throws(StatusError) -> Void
  ) {
    bytesPerFrame = format.bytesPerFrame
    bufferCount = format.hasSeparateChannels ? format.channelCount : 1
    let bytes = format.sampleRate * Self.seconds * Double(bytesPerFrame * bufferCount)
    ring = ByteRing(capacity: Int(min(max(bytes, 65536), Double(Self.largestRing))))
    let made = AudioThread(name: "ExtAudioFile") { [self] in run(write) }
    thread.withLock { $0 = made }
  }

  /// Accepts frames on a render thread.
  ///
  /// - Returns: 0, or the error that prevented accepting these frames or writing earlier ones.
  func take(_ count: Int, from list: UnsafeMutableAudioBufferListPointer) -> OSStatus {
    let failure = status.load(ordering: .acquiring)
    guard failure == noErr else { return failure }
    guard unsafe list.count == bufferCount else { return kAudio_ParamError }
    let byteCount = count * bytesPerFrame
    var index = 0
    while index < bufferCount {
      let buffer = unsafe list[index]
      index += 1
      guard unsafe Int(buffer.mDataByteSize) >= byteCount, unsafe buffer.mData != nil else {
        return kAudio_ParamError
      }
    }
    let needed = Self.headByteCount + byteCount * bufferCount
    guard needed <= ring.capacity else { return kExtAudioFileError_AsyncWriteTooLarge }
    guard needed <= ring.writableCount else { return kExtAudioFileError_AsyncWriteBufferOverflow }
    var head = UInt64(count)
    // Safe: the number is alive during the call.
    unsafe withUnsafeBytes(of: &head) { unsafe ring.write($0, after: 0) }
    var offset = Self.headByteCount
    index = 0
    while index < bufferCount {
      // Safe: the client provides as many bytes as it states, as checked above.
      unsafe ring.write(
        UnsafeRawBufferPointer(start: list[index].mData, count: byteCount), after: offset)
      offset += byteCount
      index += 1
    }
    ring.publish(needed)
    signal.post()
    return noErr
  }

  /// Waits until all frames are written, and ends the thread.
  ///
  /// - Throws: The status of the failed write.
  func finish() throws(StatusError) {
    isEnding.store(true, ordering: .releasing)
    signal.post()
    thread.withLock { $0 }?.join()
    let failure = status.load(ordering: .acquiring)
    guard failure == noErr else { throw StatusError(failure) }
  }

  private func run(
    _ write: (Int, any SampleInput) throws(StatusError) -> Void
  ) {
    while true {
      // Load this first, so that frames accepted before the end are written.
      let isLast = isEnding.load(ordering: .acquiring)
      while let head = ring.take(Self.headByteCount) {
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        let frames = TakenFrames(
          (0..<bufferCount).map { _ in ring.take(count * bytesPerFrame) ?? [] })
        // After a failure, later frames are discarded to avoid a gap.
        guard status.load(ordering: .relaxed) == noErr else { continue }
        do throws(StatusError) {
          try write(count, frames)
        } catch {
          status.store(error.status, ordering: .releasing)
        }
      }
      if isLast { return }
      signal.wait()
    }
  }
}

/// Frames in transit from the ring to the file.
private final class TakenFrames: SampleInput {
  private let buffers: [[UInt8]]

  init(_ buffers: [[UInt8]]) {
    self.buffers = buffers
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let held = buffers[buffer]
    body(held.span.extracting(bytes))
  }
}
