import Dispatch
import Foundation
import Testing
import os

struct AllocatedUnfairLockTests {
  @Test func oneThreadAtATime() {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { lock.withLock { $0 += 1 } }
    }
    #expect(lock.withLock { $0 } == 80_000)
    let copy = lock
    copy.withLockUnchecked { $0 = 5 }
    #expect(lock.withLockIfAvailable { $0 } == 5)
  }

  @Test("a lock held by another thread makes callers wait or fail")
  func taken() {
    let lock = OSAllocatedUnfairLock()
    let (taken, looked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = OSAllocatedUnfairLock(initialState: [String]())
    Thread {
      lock.lock()
      taken.signal()
      looked.wait()
      order.withLock { $0.append("other") }
      lock.unlock()
    }.start()
    taken.wait()
    #expect(!lock.lockIfAvailable())
    #expect(lock.withLockIfAvailable { true } == nil)
    #expect(lock.withLockIfAvailableUnchecked { true } == nil)
    looked.signal()
    lock.withLock { order.withLock { $0.append("one") } }
    #expect(order.withLock { $0 } == ["other", "one"])
    #expect(lock.lockIfAvailable())
    lock.unlock()
  }

  @Test("an error in the closure releases the lock and keeps the changes")
  func throwing() {
    struct Failure: Error {}
    let lock = OSAllocatedUnfairLock(initialState: "before")
    #expect(throws: Failure.self) {
      try lock.withLock { state in
        state = "after"
        throw Failure()
      }
    }
    #expect(lock.withLockIfAvailable { $0 } == "after")
  }
}
