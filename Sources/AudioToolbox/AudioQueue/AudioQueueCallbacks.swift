internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes
internal import Dispatch
internal import Foundation

/// Calls a client's functions, one at a time, in the client's chosen context.
///
/// It makes no calls with a lock held or after ``close(waits:)``. A called function may call any
/// function of the queue.
@safe
final class AudioQueueCallbacks: @unchecked Sendable {
  // Sendable: `condition` protects all mutable state. Run loops and their sources are thread-safe.

  /// The context for the client's functions.
  @safe
  enum Place {
    case ownThread
    case runLoop(CFRunLoop, CFRunLoopMode)
    case dispatchQueue(DispatchQueue)

    /// The context that a client requests: a run loop, or a thread owned by the queue.
    ///
    /// The mode defaults to the common modes.
    static func runLoop(_ runLoop: CFRunLoop?, _ mode: CFString?) -> Place {
      guard let runLoop else { return .ownThread }
      let mode = mode.map { CFRunLoopMode($0) }
      return .runLoop(runLoop, mode ?? .commonModes)
    }
  }

  /// An event to report to the client.
  enum Event {
    /// A buffer returned by a reset, or after reading or filling; `RecordedPart` describes the
    /// filled part.
    case buffer(AudioQueueBufferRecord, RecordedPart?, isReset: Bool)
    case property(AudioQueuePropertyID)
    /// Pending disposal is complete: the queue has played all its buffers.
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

  /// Sets the event handler.
  ///
  /// Call this method before the first event.
  func setHandler(_ handler: @escaping (Event) -> Void) {
    condition.withLock { self.handler = handler }
  }

  /// Schedules an event for delivery.
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

  /// Waits until all posted events have been delivered, if waiting is possible.
  ///
  /// It does not wait within a callback, or for another thread's run loop, which may never run. It
  /// waits at most ``patience`` for a dispatch queue, which may itself be waiting for the caller.
  func settle() {
    guard !condition.withLock({ isDeliveringHere }) else { return }
    switch place {
    case .ownThread: waitForDelivery()
    case .dispatchQueue(let queue):
      // The main thread may be executing work for another queue that waits for it.
      let isMain = queue === DispatchQueue.main && Thread.isMainThread
      if isMain || DispatchQueue.getSpecific(key: queueKey) == true { deliver() }
      // A concurrent queue may be delivering on another thread.
      waitForDelivery(until: Date(timeIntervalSinceNow: Self.patience))
    case .runLoop(let runLoop, _):
      if CFRunLoopGetCurrent() === runLoop { deliver() }
    }
  }

  /// Stops deliveries, and returns when no call is in progress except the caller's own.
  ///
  /// - Parameter waits: Whether to wait for a call in progress.
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

  /// The maximum time in seconds to wait for an idle dispatch queue.
  private static let patience = 0.5

  /// Waits until all posted events have been delivered.
  ///
  /// - Parameter limit: The deadline for the next delivery to begin. A delivery in progress always
  ///   finishes.
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

  /// Runs the thread owned by the queue.
  private func run() {
    while !condition.withLock({ isClosed }) {
      deliver()
      signal.wait()
    }
  }

  /// Delivers all pending events, unless another thread is delivering.
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
