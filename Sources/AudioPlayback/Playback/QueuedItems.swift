internal import AudioCodecs
internal import AudioModel
internal import MediaTimeline
internal import Synchronization

/// The buffers of a queue, as a source of frames: decodes and trims them, and gives them back.
final class QueuedItems: PlaybackSource {
  private struct Shared {
    var entries: [QueuedEntry] = []
    var magicCookie: [UInt8] = []
    var signal: @Sendable () -> Void = {}
  }

  private let observers: ObserverReference
  private let shared = Mutex(Shared())
  /// Only the feeding thread takes this lock.
  private let decoding: Mutex<ItemDecoding>

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - format: The format of the packets.
  ///   - makeDecoder: Makes the decoder for the first packet.
  ///   - observers: Gets the buffers back.
  init(
    format: StreamFormat, makeDecoder: @escaping PlaybackEngine.MakeDecoder,
    observers: ObserverReference
  ) {
    self.observers = observers
    decoding = Mutex(ItemDecoding(format: format, makeDecoder: makeDecoder))
  }

  // MARK: Any thread

  func setSignal(_ signal: @escaping @Sendable () -> Void) {
    shared.withLock { $0.signal = signal }
  }

  /// Sets the configuration of the codec, for the next decoder.
  func setMagicCookie(_ cookie: [UInt8]) { shared.withLock { $0.magicCookie = cookie } }

  /// Adds an entry to the end of the queue.
  func append(_ entry: QueuedEntry) {
    let signal = shared.withLock { shared in
      shared.entries.append(entry)
      return shared.signal
    }
    signal()
  }

  // MARK: The feeding thread

  func begin(at playerFrame: Double) { decoding.withLock { $0.nextTime = playerFrame } }

  func setEnding(_ isEnding: Bool) { decoding.withLock { $0.isEnding = isEnding } }

  func discard() {
    let entries = shared.withLock { shared in
      defer { shared.entries = [] }
      return shared.entries
    }
    if let begun = decoding.withLock({ $0.discard() }) { giveBack(begun, isDiscarded: true) }
    for case .item(let item) in entries { giveBack(item.buffer, isDiscarded: true) }
  }

  func release() { decoding.withLock { $0.release() } }

  func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading {
    let (reading, finished) = try decoding.withLock { (decoding) throws(CodecError) in
      if !decoding.hasEntry {
        decoding.entry = shared.withLock { $0.entries.isEmpty ? nil : $0.entries.removeFirst() }
      }
      decoding.magicCookie = shared.withLock { $0.magicCookie }
      let reading = try decoding.read(into: &block)
      return (reading, decoding.takeFinished())
    }
    if let finished { giveBack(finished, isDiscarded: false) }
    return reading
  }

  private func giveBack(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {
    observers.observer?.playbackReturned(buffer, isDiscarded: isDiscarded)
  }
}

/// Something in a queue.
enum QueuedEntry: Sendable {
  case item(PlaybackItem)
  /// The decoder gives all frames that it holds back.
  case flush
}
