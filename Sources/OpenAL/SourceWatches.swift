internal import AudioRealtime
internal import COpenAL.Library
internal import Synchronization

/// A client's request for notifications of changes of a source.
///
/// It holds the client's function, and the data that the client passes to it.
@safe
struct SourceWatch: @unchecked Sendable {
  // Unchecked: the client promises that any thread may call its function.

  let context: UInt
  let source: ALuint
  let property: ALuint
  let function: @convention(c) (ALuint, ALuint, UnsafeMutableRawPointer?) -> Void
  let userData: UnsafeMutableRawPointer?
  /// Distinguishes the watch from all earlier ones of the device.
  var number = 0
  /// The last value of the property; for `AL_QUEUE_HAS_LOOPED`, the last sample offset.
  var last: ALint = 0

  /// The values that clients can watch.
  static let properties = [AL_SOURCE_STATE, AL_BUFFERS_PROCESSED, AL_QUEUE_HAS_LOOPED]

  func call() { unsafe function(source, property, userData) }

  /// Whether the removal of an equal request removes this one.
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

  /// Notes a value; returns whether to notify the client.
  mutating func note(_ value: ALint) -> Bool {
    defer { last = value }
    return switch ALenum(property) {
    case AL_QUEUE_HAS_LOOPED: value < last && isLooping
    case AL_BUFFERS_PROCESSED: value > last
    default: value != last
    }
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
  private struct State {
    var watches: [SourceWatch] = []
    var lastNumber = 0
    /// The watch whose function runs, and the thread that runs it.
    var running: (watch: SourceWatch, thread: UInt)?
    /// Posted after the running call.
    var waiting: [Signal] = []
  }

  private let state = Mutex(State())
  private let count = Atomic<Int>(0)
  private let handlers = SerialThread(name: "oca-handlers")

  /// Adds a watch of a source in the current context.
  func add(_ watch: SourceWatch) {
    state.withLock { state in
      var watch = watch
      state.lastNumber += 1
      (watch.number, watch.last) = (state.lastNumber, watch.value)
      state.watches.append(watch)
      count.store(state.watches.count, ordering: .relaxed)
    }
  }

  // MARK: Removal

  func remove(_ watch: SourceWatch) { remove { $0.isSame(as: watch) } }

  func removeAll(of sources: [ALuint], inContext context: UInt) {
    remove { $0.context == context && sources.contains($0.source) }
  }

  func removeAll(ofContext context: UInt) { remove { $0.context == context } }

  /// Removes watches, whose functions are not called afterwards.
  ///
  /// Waits for a running call, unless the caller is that call.
  private func remove(_ isMeant: (SourceWatch) -> Bool) {
    let signal = Signal()
    let mustWait = state.withLock { state -> Bool in
      state.watches.removeAll(where: isMeant)
      count.store(state.watches.count, ordering: .relaxed)
      guard let (watch, thread) = state.running, thread != AudioThread.currentIdentifier,
        isMeant(watch)
      else { return false }
      state.waiting.append(signal)
      return true
    }
    if mustWait { signal.wait() }
  }

  // MARK: Changes

  /// Takes buffers from the queue of a source, which does not count as a change.
  ///
  /// - Parameters:
  ///   - buffers: The number of buffers.
  ///   - source: The source.
  ///   - context: The context of the source.
  ///   - take: Takes the buffers, and returns whether the source had them.
  func unqueue(_ buffers: ALint, of source: ALuint, inContext context: UInt, _ take: () -> Bool) {
    state.withLock { state in
      guard take() else { return }
      for (index, watch) in state.watches.enumerated()
      where watch.context == context && watch.source == source
        && watch.property == AL_BUFFERS_PROCESSED
      {
        state.watches[index].last -= buffers
      }
    }
  }

  /// Compares the properties, and posts calls to clients.
  ///
  /// Only the thread of a voice may call it, because it changes the context of the calling thread.
  func look() {
    guard count.load(ordering: .relaxed) > 0 else { return }
    let changed = state.withLock { state -> [Int] in
      var changed: [Int] = []
      for (index, watch) in state.watches.enumerated() {
        // Safe: the watches of a context are removed before the context ends.
        guard unsafe OCAOpenALSetThreadContext(OpaquePointer(bitPattern: watch.context))
        else { continue }
        guard alIsSource(watch.source) != 0 else { continue }
        if state.watches[index].note(watch.value) { changed.append(watch.number) }
      }
      _ = OCAOpenALSetThreadContext(nil)
      return changed
    }
    for number in changed { handlers.post { [self] in call(number) } }
  }

  /// Calls the function of a watch, unless the watch has been removed.
  private func call(_ number: Int) {
    let found = state.withLock { state -> SourceWatch? in
      guard let watch = state.watches.first(where: { $0.number == number }) else { return nil }
      state.running = (watch, AudioThread.currentIdentifier)
      return watch
    }
    guard let found else { return }
    found.call()
    let waiting = state.withLock { state in
      defer { (state.running, state.waiting) = (nil, []) }
      return state.waiting
    }
    for signal in waiting { signal.post() }
  }
}
