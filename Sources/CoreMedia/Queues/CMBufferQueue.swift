public import CCoreMedia
internal import Foundation
internal import Synchronization

// Unchecked: the state has a lock, and no handler is called while it is held.
/// Buffers in order, with their durations, and triggers for changes.
///
/// Any thread may add and remove buffers. If the handlers have a `compare` function, the queue
/// calls it without holding the lock. If the queue changes during the comparisons, they are
/// repeated.
public final class CMBufferQueue: @unchecked Sendable {
  // Unchecked: the queue passes buffers between threads, as its clients do.
  /// A buffer, and its values when it was added.
  struct Entry: @unchecked Sendable {
    let buffer: CMBuffer
    let decodeTime: CMTime
    let presentationTime: CMTime
    let duration: CMTime
    let size: Int
  }

  struct State {
    var entries: [Entry] = []
    /// The first entry that has not been removed.
    var first = 0
    /// Additions and removals so far.
    var changes = 0
    var duration = CMTime.zero
    var size = 0
    var hasEnd = false
    var triggers: [Trigger] = []
    /// The threads that run a trigger's code.
    var firing: [Thread] = []
    var validate: UncheckedValue<(CMBufferQueue, CMBuffer) -> OSStatus>?

    var live: ArraySlice<Entry> { entries[first...] }
    var count: Int { entries.count - first }
  }

  let handlers: Handlers
  private let capacity: Int
  let state = Mutex(State())
  private var token: (any NSObjectProtocol)?

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - capacity: The number of buffers that fit; 0 for no limit.
  ///   - handlers: The functions with which the queue reads its buffers.
  /// - Throws: `kCMBufferQueueError_RequiredParameterMissing` for a negative capacity.
  public init(capacity: CMItemCount, handlers: Handlers) throws {
    guard capacity >= 0 else { throw Error.requiredParameterMissing }
    self.capacity = capacity
    self.handlers = handlers
    guard let name = handlers.dataBecameReadyNotification else { return }
    token = NotificationCenter.default.addObserver(
      forName: NSNotification.Name(name), object: nil, queue: nil
    ) { [weak self] note in self?.dataBecameReady(note.object as AnyObject?) }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  // MARK: Changes

  /// Adds a buffer.
  ///
  /// - Throws: `kCMBufferQueueError_EnqueueAfterEndOfData`, `kCMBufferQueueError_QueueIsFull`, the
  ///   error of the validation handler, or
  ///   `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback`. If the error of the handler is
  ///   not an `OSStatus`, `kCMBufferQueueError_InvalidBuffer` replaces it.
  public func enqueue(_ buffer: CMBuffer) throws {
    let status = add(buffer)
    guard status == 0 else { throw coreMediaError(status) }
  }

  func add(_ buffer: CMBuffer) -> OSStatus {
    let validate = state.withLock { $0.validate }
    if let validate {
      let status = validate.value(self, buffer)
      guard status == 0 else { return status }
    }
    let entry = Entry(
      buffer: buffer, decodeTime: handlers.getDecodeTimeStamp?(buffer) ?? .invalid,
      presentationTime: handlers.getPresentationTimeStamp?(buffer) ?? .invalid,
      duration: handlers.getDuration(buffer), size: handlers.getSize?(buffer) ?? 0)
    let before = measures
    var status = OSStatus.max
    while status == .max { status = insert(entry, at: placeForNew(buffer)) }
    if status == 0 { fire(after: before) }
    return status
  }

  /// Inserts an entry at its place in the queue.
  ///
  /// - Returns: 0 or an error; `OSStatus.max` if the queue has changed since `place` was found.
  private func insert(_ entry: Entry, at place: (count: Int, changes: Int)) -> OSStatus {
    state.withLock { state -> OSStatus in
      guard place.changes == state.changes else { return .max }
      guard !state.firing.contains(Thread.current) else {
        return kCMBufferQueueError_CannotModifyQueueFromTriggerCallback
      }
      guard !state.hasEnd else { return kCMBufferQueueError_EnqueueAfterEndOfData }
      guard capacity == 0 || state.count < capacity else { return kCMBufferQueueError_QueueIsFull }
      state.entries.insert(entry, at: state.first + place.count)
      state.changes += 1
      if entry.duration.isNumeric { state.duration = CMTimeAdd(state.duration, entry.duration) }
      state.size = state.size.addingReportingOverflow(entry.size).partialValue
      return 0
    }
  }

  /// Returns the number of buffers before the place of a new buffer, and the changes so far.
  private func placeForNew(_ buffer: CMBuffer) -> (count: Int, changes: Int) {
    let (count, changes) = state.withLock { ($0.count, $0.changes) }
    guard let compare = handlers.compare else { return (count, changes) }
    let (others, seen) = state.withLock { ($0.live, $0.changes) }
    var place = others.endIndex
    while place > others.startIndex,
      compare(others[place - 1].buffer, buffer) == .compareGreaterThan
    {
      place -= 1
    }
    return (place - others.startIndex, seen)
  }

  /// Removes the first buffer.
  ///
  /// - Returns: The buffer; `nil` if the queue is empty, or in a trigger's code, which must not
  ///   change the queue.
  public func dequeue() -> CMBuffer? {
    let before = measures
    let removed = state.withLock { state -> Entry? in
      guard state.count > 0, !state.firing.contains(Thread.current) else { return nil }
      return state.removeFirst()
    }
    if removed != nil { fire(after: before) }
    return removed?.buffer
  }

  /// Removes and returns the first buffer if its data are ready; otherwise, returns `nil`.
  public func dequeueIfDataReady() -> CMBuffer? {
    guard let head, handlers.isDataReady?(head) ?? true else { return nil }
    let before = measures
    let removed = state.withLock { state -> Entry? in
      guard state.count > 0, state.entries[state.first].buffer === head,
        !state.firing.contains(Thread.current)
      else { return nil }
      return state.removeFirst()
    }
    if removed != nil { fire(after: before) }
    return removed?.buffer
  }

  /// Marks the end: no buffer can be added until ``reset()``.
  public func markEndOfData() throws {
    let before = measures
    let canChange = state.withLock { state -> Bool in
      guard !state.firing.contains(Thread.current) else { return false }
      state.hasEnd = true
      return true
    }
    guard canChange else { throw Error.cannotModifyQueueFromTriggerCallback }
    fire(after: before)
  }

  /// Removes all buffers, and the mark of the end.
  ///
  /// - Throws: `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback`.
  public func reset() throws { try reset { _ in } }

  /// Removes all buffers, and the mark of the end.
  ///
  /// - Parameter body: Called with each buffer.
  /// - Throws: `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback`, or an error of the body.
  public func reset(_ body: (CMBuffer) throws -> Void) throws {
    let before = measures
    let removed = state.withLock { state -> ArraySlice<Entry>? in
      guard !state.firing.contains(Thread.current) else { return nil }
      defer {
        (state.entries, state.first, state.hasEnd) = ([], 0, false)
        state.changes += 1
        (state.duration, state.size) = (.zero, 0)
      }
      return state.live
    }
    guard let removed else { throw Error.cannotModifyQueueFromTriggerCallback }
    fire(after: before, isReset: true)
    for entry in removed { try body(entry.buffer) }
  }

  /// Sets code that runs before a buffer is added, and refuses the buffer by throwing an error.
  public func setValidationHandler(
    _ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void
  ) {
    setValidation { queue, buffer in
      do {
        try body(queue, buffer)
        return 0
      } catch {
        let error = error as NSError
        return error.domain == NSOSStatusErrorDomain
          ? OSStatus(clamping: error.code) : kCMBufferQueueError_InvalidBuffer
      }
    }
  }

  func setValidation(_ body: @escaping (CMBufferQueue, CMBuffer) -> OSStatus) {
    let body = UncheckedValue(body)
    state.withLock { $0.validate = body }
  }

  // MARK: Contents

  /// The buffer that is removed next.
  public var head: CMBuffer? { state.withLock { $0.live.first }?.buffer }
  /// Whether there is no buffer.
  public var isEmpty: Bool { bufferCount == 0 }
  /// The number of buffers.
  public var bufferCount: CMItemCount { state.withLock { $0.count } }
  /// Whether the end of the data has been marked.
  public var containsEndOfData: Bool { state.withLock { $0.hasEnd } }
  /// Whether the end of the data has been marked, and all buffers are removed.
  public var isAtEndOfData: Bool { state.withLock { $0.hasEnd && $0.count == 0 } }
  /// The sum of the durations.
  public var duration: CMTime { state.withLock { $0.duration } }
  /// The bytes of all buffers.
  public var totalSize: Int { state.withLock { $0.size } }
  /// The earliest time at which a buffer is decoded; invalid without such a time.
  public var minDecodeTimeStamp: CMTime { extreme(CMTimeMinimum) { $0.decodeTime } }
  /// The time at which the first buffer is decoded; invalid without such a time.
  public var firstDecodeTimeStamp: CMTime {
    state.withLock { $0.live.first?.decodeTime ?? .invalid }
  }
  /// The earliest time at which a buffer is presented; invalid without such a time.
  public var minPresentationTimeStamp: CMTime { extreme(CMTimeMinimum) { $0.presentationTime } }
  /// The time at which the first buffer is presented; invalid without such a time.
  public var firstPresentationTimeStamp: CMTime {
    state.withLock { $0.live.first?.presentationTime ?? .invalid }
  }
  /// The latest time at which a buffer is presented; invalid without such a time.
  public var maxPresentationTimeStamp: CMTime { extreme(CMTimeMaximum) { $0.presentationTime } }
  /// The latest end of a buffer; invalid without such a time.
  public var endPresentationTimeStamp: CMTime {
    extreme(CMTimeMaximum) { CMTimeAdd($0.presentationTime, $0.duration) }
  }

  private func extreme(
    _ choose: (CMTime, CMTime) -> CMTime, _ time: (Entry) -> CMTime
  ) -> CMTime {
    let times = state.withLock { $0.live }.map(time).filter(\.isNumeric)
    guard let first = times.first else { return .invalid }
    return times.dropFirst().reduce(first, choose)
  }

  /// The buffers at the time of a call.
  public struct Buffers: Sequence, IteratorProtocol {
    var rest: ArraySlice<CMBuffer>

    /// Returns the next buffer.
    public mutating func next() -> CMBuffer? { rest.popFirst() }
  }

  /// The present buffers, in order.
  public var buffers: Buffers {
    Buffers(rest: state.withLock { $0.live }.map(\.buffer)[...])
  }
}

/// Carries a value into a lock.
struct UncheckedValue<Value>: @unchecked Sendable {
  // Unchecked: the queue passes functions between threads, as its clients do.
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension CMBufferQueue.State {
  mutating func removeFirst() -> CMBufferQueue.Entry {
    let entry = entries[first]
    first += 1
    changes += 1
    if entry.duration.isNumeric { duration = CMTimeSubtract(duration, entry.duration) }
    size = size.subtractingReportingOverflow(entry.size).partialValue
    if first == entries.count {
      (entries, first, duration, size) = ([], 0, .zero, 0)
    } else if first >= 64, first * 2 > entries.count {
      entries.removeFirst(first)
      first = 0
    }
    return entry
  }
}
