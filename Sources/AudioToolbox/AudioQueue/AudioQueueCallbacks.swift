internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes
internal import Dispatch
internal import Foundation

/// Calls a client's functions, one after the other, at the place that it has chosen.
///
/// Nothing is called with a lock held, nothing after ``close()``, and a function that is called may call
/// anything in turn.
@safe
final class AudioQueueCallbacks: @unchecked Sendable {
  // Sendable: `condition` guards all that changes; run loops and their sources may be used by any thread.

  /// Where functions are called.
  @safe
  enum Place {
    case ownThread
    case runLoop(CFRunLoop, CFRunLoopMode)
    case dispatchQueue(DispatchQueue)

    /// The place that a client asks for: a run loop, in the common modes where none is told, or a thread of the queue's own.
    static func runLoop(_ runLoop: CFRunLoop?, _ mode: CFString?) -> Place {
      guard let runLoop else { return .ownThread }
      let mode = mode.map { CFRunLoopMode($0) }
      return .runLoop(runLoop, mode ?? .commonModes)
    }
  }

  /// What there is to tell.
  enum Event {
    /// A buffer comes back, in the course of a reset or because it was taken or filled; then with what it was filled with.
    case buffer(AudioQueueBufferRecord, RecordedPart?, isReset: Bool)
    case property(AudioQueuePropertyID)
    /// A queue that was to end has played out.
    case end
  }

  private let place: Place
  private let queueKey = DispatchSpecificKey<Bool>()
  private let signal = Signal()
  private let condition = NSCondition()
  private var handler: ((Event) -> Void)?
  private var events: [Event] = []
  private var postedCount = 0
  private var deliveredCount = 0
  private var deliveringThread: pthread_t?
  private var isClosed = false
  private var thread: AudioThread?
  private var source: RunLoopSource?

  init(_ place: Place) {
    self.place = place
    switch place {
    case .ownThread: break
    case .dispatchQueue(let queue): queue.setSpecific(key: queueKey, value: true)
    case .runLoop(let runLoop, let mode):
      source = RunLoopSource(runLoop, mode) { [self] in deliver() }
    }
  }

  /// Sets what is called; before anything is posted.
  func setHandler(_ handler: @escaping (Event) -> Void) {
    condition.withLock { self.handler = handler }
  }

  /// Has something told soon.
  func post(_ event: Event) {
    let isOpen = condition.withLock { () -> Bool in
      guard !isClosed else { return false }
      events.append(event)
      postedCount += 1
      if case .ownThread = place, thread == nil {
        thread = AudioThread(name: "oca-callbacks") { [self] in run() }
      }
      return true
    }
    guard isOpen else { return }
    switch place {
    case .ownThread: signal.post()
    case .dispatchQueue(let queue): queue.async { [self] in deliver() }
    case .runLoop: condition.withLock({ source })?.signal()
    }
  }

  /// Sees to it that all that was posted has been told, where that can be waited for.
  ///
  /// Not within a callback, and not for a run loop of another thread, which may never run; for no longer than ``patience`` for a
  /// dispatch queue, which may be waiting for the caller.
  func settle() {
    guard !condition.withLock({ isDeliveringHere }) else { return }
    switch place {
    case .ownThread: waitForDelivery()
    case .dispatchQueue(let queue):
      // The main queue's thread may be at another queue's work, which it waits for.
      let isMain = queue === DispatchQueue.main && Thread.isMainThread
      if isMain || DispatchQueue.getSpecific(key: queueKey) == true { deliver() }
      // A queue that is not serial may be at it in another thread.
      waitForDelivery(until: Date(timeIntervalSinceNow: Self.patience))
    case .runLoop(let runLoop, _):
      if CFRunLoopGetCurrent() === runLoop { deliver() }
    }
  }

  /// Tells nothing any more; returns when nobody is being called, but for the caller itself.
  ///
  /// - Parameter waits: Whether to wait for that.
  func close(waits: Bool = true) {
    let source = condition.withLock { () -> RunLoopSource? in
      isClosed = true
      events = []
      while waits, deliveringThread != nil, !isDeliveringHere { condition.wait() }
      handler = nil
      condition.broadcast()
      defer { self.source = nil }
      return self.source
    }
    source?.invalidate()
    if case .dispatchQueue(let queue) = place {
      queue.setSpecific(key: queueKey, value: nil)
    }
    signal.post()
  }

  private var isDeliveringHere: Bool {
    deliveringThread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  /// Seconds to wait for a dispatch queue that runs nothing.
  private static let patience = 0.5

  /// - Parameter limit: Until when to wait for the next delivery to begin; one that has begun ends.
  private func waitForDelivery(until limit: Date? = nil) {
    condition.withLock {
      let goal = postedCount
      while deliveredCount < goal, !isClosed {
        guard let limit, deliveringThread == nil else {
          condition.wait()
          continue
        }
        if !condition.wait(until: limit) { return }
      }
    }
  }

  /// What the own thread does.
  private func run() {
    while !condition.withLock({ isClosed }) {
      deliver()
      signal.wait()
    }
  }

  /// Tells what there is, unless somebody is at it.
  private func deliver() {
    while true {
      let next = condition.withLock { () -> (Event, (Event) -> Void)? in
        guard !isClosed, deliveringThread == nil, !events.isEmpty, let handler else { return nil }
        let event = events.removeFirst()
        deliveringThread = pthread_self()
        return (event, handler)
      }
      guard let (event, handler) = next else { return }
      handler(event)
      condition.withLock {
        deliveringThread = nil
        deliveredCount += 1
        condition.broadcast()
      }
    }
  }
}
