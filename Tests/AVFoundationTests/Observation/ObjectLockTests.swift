import AVFoundation
import Foundation
import TestSupport
import Testing

/// The locks of objects by the names of the Objective-C runtime.
@Suite struct ObjectLockTests {
  /// A count that only the lock protects.
  private final class Count: @unchecked Sendable {
    var value = 0
  }

  @Test("threads exclude each other, and may lock an object again")
  func excludes() {
    let count = Count()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 {
        objc_sync_enter(count)
        objc_sync_enter(count)
        let value = count.value
        objc_sync_exit(count)
        count.value = value + 1
        objc_sync_exit(count)
      }
    }
    #expect(count.value == 8000)
  }

  @Test("only the thread that has locked an object can unlock it")
  func owner() {
    let count = Count()
    #expect(objc_sync_exit(count) == -1)
    #expect(objc_sync_enter(count) == 0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      count.value = Int(objc_sync_exit(count))
      done.signal()
    }
    done.wait()
    #expect(count.value == -1 && objc_sync_exit(count) == 0 && objc_sync_exit(count) == -1)
  }
}
