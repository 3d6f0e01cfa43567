public import CoreFoundation
public import Foundation
internal import Synchronization

/// Memory could not be allocated.
public let kCMSimpleQueueError_AllocationFailed: OSStatus = -12770
/// A parameter is missing.
public let kCMSimpleQueueError_RequiredParameterMissing: OSStatus = -12771
/// The capacity is negative, or too great.
public let kCMSimpleQueueError_ParameterOutOfRange: OSStatus = -12772
/// The queue is full.
public let kCMSimpleQueueError_QueueIsFull: OSStatus = -12773

// Unchecked: the adding thread writes an element before it increments an atomic counter. The
// removing thread reads the counter before the element.
/// Pointers in order, from one thread to another, without a lock.
///
/// At any time, at most one thread adds elements, and at most one thread removes elements.
@safe public final class CMSimpleQueue: @unchecked Sendable {
  /// The errors of queues.
  public struct Error {
    /// Memory could not be allocated.
    public static let allocationFailed = coreMediaError(kCMSimpleQueueError_AllocationFailed)
    /// A parameter is missing.
    public static let requiredParameterMissing = coreMediaError(
      kCMSimpleQueueError_RequiredParameterMissing)
    /// The capacity is negative, or too great.
    public static let parameterOutOfRange = coreMediaError(
      kCMSimpleQueueError_ParameterOutOfRange)
    /// The queue is full.
    public static let queueIsFull = coreMediaError(kCMSimpleQueueError_QueueIsFull)
  }

  /// The greatest number of elements.
  private static let greatestCapacity = 1 << 20

  /// The number of elements that fit.
  public let capacity: Int
  private let places: UnsafeMutablePointer<UnsafeRawPointer?>
  private let added = Atomic<Int>(0)
  private let removed = Atomic<Int>(0)

  /// Makes a queue.
  ///
  /// - Parameter capacity: The number of elements that fit, at most 1,048,576.
  /// - Throws: `kCMSimpleQueueError_ParameterOutOfRange`.
  public init(capacity: Int) throws {
    guard (0...Self.greatestCapacity).contains(capacity) else { throw Error.parameterOutOfRange }
    self.capacity = capacity
    // Safe: freed by `deinit`, and initialized at once.
    unsafe places = .allocate(capacity: max(1, capacity))
    unsafe places.initialize(repeating: nil, count: max(1, capacity))
  }

  deinit {
    // Safe: no thread uses the queue any more.
    unsafe places.deallocate()
  }

  /// The number of elements.
  public var count: Int {
    let removed = removed.load(ordering: .acquiring)
    return added.load(ordering: .acquiring) - removed
  }

  /// The share of the capacity that is filled, from 0 to 1.
  public var fullness: Float { capacity == 0 ? 1 : Float(count) / Float(capacity) }

  /// The element that is removed next.
  public var head: UnsafeRawPointer? {
    let place = removed.load(ordering: .relaxed)
    guard place < added.load(ordering: .acquiring) else { return nil }
    // Safe: within the capacity.
    return unsafe places[place % capacity]
  }

  /// Adds an element.
  ///
  /// - Throws: `kCMSimpleQueueError_QueueIsFull`.
  public func enqueue(_ element: UnsafeRawPointer) throws {
    guard unsafe add(element) else { throw Error.queueIsFull }
  }

  func add(_ element: UnsafeRawPointer) -> Bool {
    let place = added.load(ordering: .relaxed)
    guard place - removed.load(ordering: .acquiring) < capacity else { return false }
    // Safe: within the capacity, and the other thread does not use the place.
    unsafe places[place % capacity] = element
    added.store(place + 1, ordering: .releasing)
    return true
  }

  /// Removes the first element.
  public func dequeue() -> UnsafeRawPointer? {
    guard let element = unsafe head else { return nil }
    removed.wrappingAdd(1, ordering: .releasing)
    return unsafe element
  }

  /// Removes all elements; only the removing thread may call this function.
  public func reset() throws {
    removed.store(added.load(ordering: .acquiring), ordering: .releasing)
  }
}

/// Makes a queue.
///
/// - Returns: 0; `kCMSimpleQueueError_ParameterOutOfRange` if the capacity is negative or greater
///   than 1,048,576.
@discardableResult
public func CMSimpleQueueCreate(
  allocator: CFAllocator?, capacity: Int32, queueOut: UnsafeMutablePointer<CMSimpleQueue?>
) -> OSStatus {
  guard let queue = try? CMSimpleQueue(capacity: Int(capacity)) else {
    return kCMSimpleQueueError_ParameterOutOfRange
  }
  // Safe: the client's pointer is valid, as documented.
  unsafe queueOut.pointee = queue
  return 0
}

/// Adds an element.
///
/// - Returns: 0; `kCMSimpleQueueError_QueueIsFull` if the queue is full.
@discardableResult
public func CMSimpleQueueEnqueue(
  _ queue: CMSimpleQueue, element: UnsafeRawPointer
) -> OSStatus {
  unsafe queue.add(element) ? 0 : kCMSimpleQueueError_QueueIsFull
}

/// Removes the first element.
public func CMSimpleQueueDequeue(_ queue: CMSimpleQueue) -> UnsafeRawPointer? {
  unsafe queue.dequeue()
}

/// Returns the first element.
public func CMSimpleQueueGetHead(_ queue: CMSimpleQueue) -> UnsafeRawPointer? {
  unsafe queue.head
}

/// Removes all elements.
///
/// - Returns: 0.
@discardableResult
public func CMSimpleQueueReset(_ queue: CMSimpleQueue) -> OSStatus {
  try? queue.reset()
  return 0
}

/// Returns the number of elements that fit.
public func CMSimpleQueueGetCapacity(_ queue: CMSimpleQueue) -> Int32 { Int32(queue.capacity) }

/// Returns the number of elements.
public func CMSimpleQueueGetCount(_ queue: CMSimpleQueue) -> Int32 { Int32(queue.count) }

/// Returns the share of the capacity that is filled.
public func CMSimpleQueueGetFullness(_ queue: CMSimpleQueue) -> Float { queue.fullness }
