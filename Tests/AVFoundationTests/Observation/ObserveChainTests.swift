import AVFoundation
import Foundation
import Synchronization
import Testing

/// Key paths of several steps, of subclasses, and of clients' classes.
@Suite struct ObserveChainTests {
  @Test("a chain follows the object in the middle")
  func chain() {
    let track = Track()
    let first = Track()
    let second = Track()
    let log = Log<Track.Status?>()
    let observation = track.observe(\.next?.status, options: [.initial, .new]) {
      log.append($1.newValue ?? nil)
    }
    track.next = first
    first.status = .ready
    track.next = second
    first.status = .failed
    second.status = .ready
    track.next = nil
    second.status = .failed
    #expect(log.values == [nil, .unknown, .ready, .unknown, .ready, nil])
    observation.invalidate()
  }

  @Test("a chain reports old values")
  func chainOfOldValues() {
    let track = Track()
    let next = Track()
    next.volume = 1
    let log = Log<[Int?]>()
    let observation = track.observe(\.next?.next?.volume, options: [.old, .new]) {
      log.append([$1.oldValue ?? nil, $1.newValue ?? nil])
    }
    track.next = Track()
    track.next?.next = next
    next.volume = 2
    track.next = nil
    next.volume = 3
    #expect(log.values == [[nil, nil], [nil, 1], [1, 2], [2, nil]])
    observation.invalidate()
  }

  @Test("an object that a chain meets twice reports once")
  func ring() {
    let track = Track()
    track.next = track
    let log = Log<Int?>()
    let observation = track.observe(\.next?.next?.volume, options: .new) {
      log.append($1.newValue ?? nil)
    }
    track.volume = 1
    #expect(log.values == [1])
    track.next = nil
    #expect(log.values == [1, nil])
    observation.invalidate()
  }

  @Test("a report follows each prior call, even if the chain moves on during the change")
  func priorAndMove() {
    let track = Track()
    let next = Track()
    track.next = next
    let log = Log<String>()
    let observation = track.observe(\.next?.volume, options: [.prior, .old]) { _, change in
      log.append("\(change.isPrior) \((change.oldValue ?? nil) ?? -1)")
    }
    next.changeVolume(to: 1) { mutate in
      mutate()
      track.next = nil
    }
    #expect(log.values == ["true 0", "true 1", "false 1", "false 0"])
    next.volume = 2
    #expect(log.values.count == 4)
    observation.invalidate()
  }

  @Test("key paths of a subclass, of its superclass, and short ones report the same")
  func subclass() {
    let track = LongTrack()
    let log = Log<String>()
    let observations = [
      track.observe(\.volume) { (_: LongTrack, _) in log.append("short") },
      track.observe(\LongTrack.volume) { track, _ in log.append("sub \(track.partCount)") },
      (track as Track).observe(\Track.volume) { track, _ in log.append("super \(track.volume)") },
      track.observe(\.partCount) { track, _ in log.append("parts \(track.partCount)") },
    ]
    track.volume = 1
    #expect(log.values == ["short", "sub 0", "super 1"])
    track.partCount = 2
    #expect(log.values.dropFirst(3) == ["parts 2"])
    for observation in observations { observation.invalidate() }
  }

  @Test("a class of a client may conform, to observe through its stored objects")
  func clientClass() {
    final class Model: _KeyValueCodingAndObserving {
      let track = Track()
    }
    let model = Model()
    let log = Log<Int?>()
    let observation = model.observe(\.track.volume, options: .new) { log.append($1.newValue) }
    model.track.volume = 6
    #expect(log.values == [6])
    observation.invalidate()
  }

  @Test("a main-actor class may observe with a weak reference to itself")
  @MainActor func mainActorClient() {
    @MainActor final class Model {
      var volume = 0
      private var observation: NSKeyValueObservation?

      init(_ track: Track) {
        observation = track.observe(\.volume, options: [.new]) { [weak self] _, change in
          MainActor.assumeIsolated { self?.volume = change.newValue ?? 0 }
        }
      }

      deinit { observation?.invalidate() }
    }
    let track = Track()
    let model = Model(track)
    track.volume = 8
    #expect(model.volume == 8)
  }
}
