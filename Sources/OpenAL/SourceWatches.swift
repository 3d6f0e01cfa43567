internal import AudioRealtime
internal import COpenAL.Library
internal import Synchronization

/// A client's wish to hear of changes of a source.
///
/// A client's function and its data, which only the client knows.
@safe
struct SourceWatch: @unchecked Sendable {
  // Unchecked: the client promises that any thread may call its function.

  let context: UInt
  let source: ALuint
  let property: ALuint
  let function: @convention(c) (ALuint, ALuint, UnsafeMutableRawPointer?) -> Void
  let userData: UnsafeMutableRawPointer?
  /// The last value of the property; for a loop, the place in its samples.
  var last: ALint

  /// The values that clients can watch.
  static let properties = [AL_SOURCE_STATE, AL_BUFFERS_PROCESSED, AL_QUEUE_HAS_LOOPED]

  func call() { unsafe function(source, property, userData) }

  /// Whether a client means this wish, when it takes one back.
  func isSame(as other: SourceWatch) -> Bool {
    // Safe: the pointers are only compared.
    let functions = unsafe (
      unsafeBitCast(function, to: UInt.self), unsafeBitCast(other.function, to: UInt.self)
    )
    return context == other.context && source == other.source && property == other.property
      && functions.0 == functions.1
  }

  /// The property's value in the context of the calling thread.
  var value: ALint {
    let name = property == AL_QUEUE_HAS_LOOPED ? AL_SAMPLE_OFFSET : ALenum(property)
    var value: ALint = 0
    unsafe alGetSourcei(source, name, &value)
    return value
  }

  /// Notes a value; returns whether the client wants to hear of it.
  mutating func note(_ value: ALint) -> Bool {
    defer { last = value }
    return property == AL_QUEUE_HAS_LOOPED ? value < last && isLooping : value != last
  }

  private var isLooping: Bool {
    var (loops, state): (ALint, ALint) = (0, 0)
    unsafe alGetSourcei(source, AL_LOOPING, &loops)
    unsafe alGetSourcei(source, AL_SOURCE_STATE, &state)
    return loops != 0 && state == AL_PLAYING
  }
}

/// The watched sources of a device: their properties are compared after each rendered block.
final class SourceWatches: Sendable {
  private let watches = Mutex<[SourceWatch]>([])
  private let count = Atomic<Int>(0)
  private let handlers = SerialThread(name: "oca-handlers")

  func add(_ watch: SourceWatch) {
    watches.withLock { watches in
      watches.append(watch)
      count.store(watches.count, ordering: .relaxed)
    }
  }

  func remove(_ watch: SourceWatch) { remove { $0.isSame(as: watch) } }

  func removeAll(ofContext context: UInt) { remove { $0.context == context } }

  private func remove(_ isMeant: (SourceWatch) -> Bool) {
    watches.withLock { watches in
      watches.removeAll(where: isMeant)
      count.store(watches.count, ordering: .relaxed)
    }
  }

  /// Compares the properties, and posts calls to clients.
  ///
  /// For the thread of a voice, which has no context otherwise.
  func look() {
    guard count.load(ordering: .relaxed) > 0 else { return }
    let changed = watches.withLock { watches -> [SourceWatch] in
      var changed: [SourceWatch] = []
      for index in watches.indices {
        // Safe: contexts take their watches with them, before they end.
        guard unsafe OCAOpenALSetThreadContext(OpaquePointer(bitPattern: watches[index].context))
        else { continue }
        guard alIsSource(watches[index].source) != 0 else { continue }
        let value = watches[index].value
        if watches[index].note(value) { changed.append(watches[index]) }
      }
      _ = OCAOpenALSetThreadContext(nil)
      return changed
    }
    for watch in changed { handlers.post { watch.call() } }
  }
}
