import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// Changes and observations on several threads at once.
@Suite struct ObserveThreadTests {
  private let threads = 4
  private let rounds = 400

  @Test("every change on any thread is reported")
  func everyChange() {
    let track = Track()
    let count = Atomic<Int>(0)
    let observation = track.observe(\.volume, options: [.new, .old, .prior]) { _, change in
      if !change.isPrior { count.add(1, ordering: .relaxed) }
    }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for round in 0..<rounds { track.volume = round }
    }
    #expect(count.load(ordering: .relaxed) == threads * rounds)
    observation.invalidate()
  }

  @Test("a chain sees the last value, although both its objects change at once")
  func chainSettles() {
    let track = Track()
    let items = (0..<3).map { _ in Track() }
    let seen = Mutex(0)
    let observation = track.observe(\.next?.volume, options: []) { track, _ in
      let volume = track.next?.volume ?? 0
      seen.withLock { $0 = max($0, volume) }
    }
    for base in stride(from: 0, to: rounds * 100, by: 100) {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        let item = items[thread % items.count]
        if thread == 0 { track.next = items[(base / 100) % items.count] }
        item.volume = base + thread + 1
      }
      // The concurrent changes are done: the observer must depend on the current item only.
      items[(base / 100) % items.count].volume = base + 99
      #expect(seen.withLock { $0 } == base + 99)
    }
    observation.invalidate()
    #expect(items.allSatisfy { $0.properties.isUnobserved })
  }

  @Test("no change after the initial call is missed")
  func noGap() {
    let track = Track()
    for round in 1...rounds {
      let last = Mutex(-1)
      let observation = Mutex<NSKeyValueObservation?>(nil)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          track.volume = round
        } else {
          let new = track.observe(\.volume, options: .initial) { track, _ in
            let volume = track.volume
            last.withLock { $0 = max($0, volume) }
          }
          observation.withLock { $0 = new }
        }
      }
      #expect(last.withLock { $0 } == round)
    }
  }

  @Test("observations begin and end while other threads change properties")
  func beginAndEnd() {
    let track = Track()
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for round in 0..<rounds {
        if thread.isMultiple(of: 2) {
          track.next = round.isMultiple(of: 2) ? Track() : nil
          track.next?.volume = round
        } else {
          if isCalledAfterEnd(track) { wrong.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(track.properties.isUnobserved)
  }

  /// Observes for a moment, and returns whether the thread received calls after the end.
  private func isCalledAfterEnd(_ track: Track) -> Bool {
    let here = ObjectIdentifier(Thread.current)
    let hasEnded = Flag()
    let late = Flag()
    let options: NSKeyValueObservingOptions = [.initial, .old, .new, .prior]
    let observation = track.observe(\.next?.volume, options: options) { _, _ in
      if hasEnded.isSet, ObjectIdentifier(Thread.current) == here { late.set() }
    }
    track.next?.volume = 1
    observation.invalidate()
    hasEnded.set()
    track.next?.volume = 2
    return late.isSet
  }

  /// A flag that any thread sets.
  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }
}
