import Foundation
import Synchronization
import Testing

@testable import CoreMedia

@Suite struct CMQueueTests {
  private final class Item: Sendable {
    let time: CMTime
    let isReady: Bool

    init(_ seconds: Int64, isReady: Bool = true) {
      time = CMTime(value: seconds, timescale: 1)
      self.isReady = isReady
    }
  }

  private func queue(capacity: Int = 0, isSorted: Bool = false) throws -> CMBufferQueue {
    try CMBufferQueue(
      capacity: capacity,
      handlers: CMBufferQueue.Handlers { builder in
        builder.getDuration { _ in CMTime(value: 1, timescale: 10) }
        builder.getPresentationTimeStamp { ($0 as? Item)?.time ?? .invalid }
        builder.isDataReady { ($0 as? Item)?.isReady ?? false }
        builder.getSize { _ in 3 }
        if isSorted {
          builder.compare { first, second in
            let (first, second) = ((first as? Item)?.time, (second as? Item)?.time)
            guard let first, let second, first != second else { return .compareEqualTo }
            return first < second ? .compareLessThan : .compareGreaterThan
          }
        }
      })
  }

  private func seconds(_ queue: CMBufferQueue) -> [Int64] {
    queue.buffers.compactMap { ($0 as? Item)?.time.value }
  }

  @Test("buffers come in order, with sums of durations and sizes")
  func order() throws {
    let queue = try queue(capacity: 3)
    for second: Int64 in [5, 2, 9] { try queue.enqueue(Item(second)) }
    #expect(CMBufferQueueEnqueue(queue, buffer: Item(1)) == kCMBufferQueueError_QueueIsFull)
    #expect(seconds(queue) == [5, 2, 9])
    #expect(queue.duration == CMTime(value: 3, timescale: 10))
    #expect(queue.totalSize == 9)
    #expect(queue.minPresentationTimeStamp.value == 2)
    #expect(queue.maxPresentationTimeStamp.value == 9)
    #expect(queue.firstPresentationTimeStamp.value == 5)
    #expect(queue.endPresentationTimeStamp == CMTime(value: 91, timescale: 10))
    #expect((queue.dequeue() as? Item)?.time.value == 5)
    try queue.markEndOfData()
    #expect(
      CMBufferQueueEnqueue(queue, buffer: Item(1)) == kCMBufferQueueError_EnqueueAfterEndOfData)
    #expect(queue.containsEndOfData && !queue.isAtEndOfData)
    _ = queue.dequeue()
    _ = queue.dequeue()
    #expect(queue.isAtEndOfData && queue.duration == .zero && queue.totalSize == 0)
    #expect(queue.dequeue() == nil && queue.head == nil)
    try queue.reset()
    try queue.enqueue(Item(1))
    #expect(queue.bufferCount == 1)
  }

  @Test("a queue with an order sorts, and keeps equal buffers as they came")
  func sorted() throws {
    let queue = try queue(isSorted: true)
    let items = [Item(5), Item(2), Item(9), Item(2), Item(1)]
    for item in items { try queue.enqueue(item) }
    #expect(seconds(queue) == [1, 2, 2, 5, 9])
    _ = queue.dequeue()
    #expect(queue.dequeue() === items[1])
    #expect(queue.dequeue() === items[3])
  }

  @Test("a buffer whose data are not ready stays")
  func readiness() throws {
    let queue = try queue()
    try queue.enqueue(Item(1, isReady: false))
    #expect(queue.dequeueIfDataReady() == nil)
    #expect(queue.dequeue() != nil)
    try queue.enqueue(Item(2))
    #expect(queue.dequeueIfDataReady() != nil)
  }

  @Test("triggers fire once when their condition becomes true, and cannot change the queue")
  func triggers() throws {
    let queue = try queue()
    let events = Mutex<[String]>([])
    func add(_ name: String, _ condition: CMBufferQueue.TriggerCondition) throws {
      _ = try queue.installTrigger(condition: condition) { _ in
        events.withLock { $0.append(name) }
        #expect(queue.dequeue() == nil)
        #expect(
          CMBufferQueueEnqueue(queue, buffer: Item(0))
            == kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
      }
    }
    try add("more", .whenBufferCountBecomesGreaterThan(1))
    try add("less", .whenDurationBecomesLessThan(CMTime(value: 2, timescale: 10)))
    try add("end", .whenEndOfDataReached)
    try add("reset", .whenReset)
    try add("earliest", .whenMinPresentationTimeStampChanges)
    for second: Int64 in [4, 5, 6] { try queue.enqueue(Item(second)) }
    #expect(events.withLock { $0 } == ["earliest", "more"])
    events.withLock { $0 = [] }
    for _ in 0..<3 { _ = queue.dequeue() }
    #expect(events.withLock { $0 } == ["earliest", "less", "earliest", "earliest"])
    events.withLock { $0 = [] }
    try queue.markEndOfData()
    try queue.reset()
    #expect(events.withLock { $0 } == ["end", "reset"])
  }

  @Test("a trigger is tested, and removed once")
  func tokens() throws {
    let queue = try queue()
    let token = try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(0))
    #expect(!queue.testTrigger(token))
    try queue.enqueue(Item(1))
    #expect(queue.testTrigger(token))
    try queue.removeTrigger(token)
    #expect(
      CMBufferQueueRemoveTrigger(queue, triggerToken: token)
        == kCMBufferQueueError_InvalidTriggerToken)
    #expect(
      CMBufferQueueInstallTrigger(
        queue, callback: nil, refcon: nil, condition: 1, time: .indefinite, triggerTokenOut: nil)
        == kCMBufferQueueError_BadTriggerDuration)
    #expect(
      CMBufferQueueInstallTrigger(
        queue, callback: nil, refcon: nil, condition: 10, time: .zero, triggerTokenOut: nil)
        == kCMBufferQueueError_InvalidTriggerCondition)
  }

  @Test("a notification of the first buffer runs the triggers for data")
  func notification() throws {
    let name = "CMQueueTests.ready"
    let isReady = Mutex(false)
    let handlers = CMBufferQueue.Handlers { builder in
      builder.getDuration { _ in .zero }
      builder.isDataReady { _ in isReady.withLock { $0 } }
      builder.dataBecameReadyNotification = name
    }
    let queue = try CMBufferQueue(capacity: 0, handlers: handlers)
    let count = Mutex(0)
    _ = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in
      count.withLock { $0 += 1 }
    }
    let items = [Item(1), Item(2)]
    for item in items { try queue.enqueue(item) }
    isReady.withLock { $0 = true }
    for item in items.reversed() {
      NotificationCenter.default.post(name: NSNotification.Name(name), object: item)
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("a validation refuses buffers by its error")
  func validation() throws {
    let queue = try queue()
    queue.setValidationHandler { _, buffer in
      if (buffer as? Item)?.time.value == 13 { throw CMBufferQueue.Error.invalidBuffer }
    }
    try queue.enqueue(Item(1))
    #expect(CMBufferQueueEnqueue(queue, buffer: Item(13)) == kCMBufferQueueError_InvalidBuffer)
    #expect(queue.bufferCount == 1)
  }

  @Test("a simple queue passes pointers between two threads in order")
  func simple() throws {
    let queue = try CMSimpleQueue(capacity: 7)
    #expect(throws: NSError.self) { try CMSimpleQueue(capacity: -1) }
    let count = 10_000
    let reader = Thread {
      var next = 1
      while next <= count {
        guard let found = queue.dequeue() else {
          sched_yield()
          continue
        }
        #expect(Int(bitPattern: found) == next)
        next += 1
      }
    }
    reader.start()
    for value in 1...count {
      let pointer = try #require(UnsafeRawPointer(bitPattern: value))
      while CMSimpleQueueEnqueue(queue, element: pointer) != 0 { sched_yield() }
    }
    while !reader.isFinished { sched_yield() }
    #expect(queue.count == 0 && queue.head == nil)
    let pointer = try #require(UnsafeRawPointer(bitPattern: 1))
    for _ in 0..<7 { try queue.enqueue(pointer) }
    #expect(queue.fullness == 1)
    #expect(throws: NSError.self) { try queue.enqueue(pointer) }
    try queue.reset()
    #expect(CMSimpleQueueGetCount(queue) == 0)
  }
}
