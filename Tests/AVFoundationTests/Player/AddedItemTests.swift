import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct AddedItemTests {
  @Test("an item stays if it is added while the player drops the items that it has played")
  func races() throws {
    let queue = AVQueuePlayer()
    let isEnded = Atomic<Bool>(false)
    let thread = Thread {
      while !isEnded.load(ordering: .relaxed) { queue.dropPlayedItems() }
    }
    thread.start()
    for index in 0..<200 {
      let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere/\(index).wav"))
      queue.insert(item, after: nil)
      #expect(queue.items().last === item)
    }
    isEnded.store(true, ordering: .relaxed)
    while !thread.isFinished { sched_yield() }
    queue.removeAllItems()
  }
}
