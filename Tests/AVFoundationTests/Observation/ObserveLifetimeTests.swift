import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// The objects that observations keep alive.
@Suite struct ObserveLifetimeTests {
  /// A weak reference that outlives its object.
  private struct Reference {
    weak let object: AnyObject?
  }

  @Test("an observation does not keep the observed object alive, nor the objects of a chain")
  func objects() {
    var track: Track? = Track()
    track?.next = Track()
    let references = [Reference(object: track), Reference(object: track?.next)]
    let log = Log<Int>()
    let observations = [
      track?.observe(\.next?.volume, options: [.initial, .old, .new]) { _, _ in log.append(1) },
      track?.observe(\.next, options: [.initial, .old, .new]) { _, _ in log.append(2) },
    ]
    track?.next?.volume = 1
    track = nil
    #expect(references.allSatisfy { $0.object == nil })
    #expect(log.values == [1, 2, 1])
    for observation in observations { observation?.invalidate() }
  }

  @Test("changes in deinit are harmless and not reported")
  func changeInDeinit() {
    let log = Log<Int>()
    var track: Track? = Track()
    let observation = track?.observe(\.volume) { track, _ in log.append(track.volume) }
    track?.volume = 1
    track = nil
    #expect(log.values == [1])
    observation?.invalidate()
    observation?.invalidate()
  }

  @Test("the end of an observation releases its handler, even if the observation remains")
  func handler() {
    let track = Track()
    let (observation, captured) = observing(track)
    #expect(captured.object != nil)
    observation.invalidate()
    #expect(captured.object == nil)
  }

  private func observing(_ track: Track) -> (NSKeyValueObservation, Reference) {
    let captured = Track()
    let observation = track.observe(\.volume) { _, _ in captured.volume += 1 }
    return (observation, Reference(object: captured))
  }

  @Test("the release of a handler's objects may change properties and end observations")
  func releaseOfHandler() {
    let track = Track()
    let log = Log<Int?>()
    let observation = track.observe(\.volume, options: .new) { log.append($1.newValue) }
    func observing() -> NSKeyValueObservation {
      let captured = Track()
      captured.onDeinit.withLock {
        $0 = {
          track.volume = 9
          observation.invalidate()
        }
      }
      return track.observe(\.status) { _, _ in captured.volume += 1 }
    }
    observing().invalidate()
    track.volume = 10
    #expect(log.values == [9])
  }

  @Test("ended observations leave no entries")
  func entries() {
    let track = Track()
    let next = Track()
    for _ in 0..<100 {
      let observation = track.observe(\.next?.volume) { _, _ in }
      track.next = next
      track.next = nil
      observation.invalidate()
    }
    #expect(track.properties.isUnobserved && next.properties.isUnobserved)
    let observation = track.observe(\.next?.volume) { _, _ in }
    track.next = next
    #expect(!track.properties.isUnobserved && !next.properties.isUnobserved)
    track.next = nil
    #expect(!track.properties.isUnobserved && next.properties.isUnobserved)
    observation.invalidate()
    #expect(track.properties.isUnobserved)
  }
}
