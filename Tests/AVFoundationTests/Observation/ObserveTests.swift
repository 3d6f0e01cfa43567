import AVFoundation
import Foundation
import Synchronization
import Testing

/// The contract of `observe(_:options:changeHandler:)`.
@Suite struct ObserveTests {
  let track = Track()

  @Test(
    "options decide which values a change has",
    arguments: [
      ([], nil, nil), (.new, 2, nil), (.old, nil, 1), ([.new, .old], 2, 1),
    ] as [(NSKeyValueObservingOptions, Int?, Int?)])
  func values(_ options: NSKeyValueObservingOptions, new: Int?, old: Int?) {
    track.volume = 1
    let log = Log<NSKeyValueObservedChange<Int>>()
    let observation = track.observe(\.volume, options: options) { log.append($1) }
    #expect(log.values.isEmpty)
    track.volume = 2
    #expect(log.values.map(\.newValue) == [new])
    #expect(log.values.map(\.oldValue) == [old])
    #expect(log.values.map(\.kind) == [.setting])
    #expect(log.values.map(\.isPrior) == [false])
    #expect(log.values.map(\.indexes) == [nil])
    observation.invalidate()
  }

  @Test("the initial call comes before observe returns")
  func initial() {
    track.volume = 3
    let log = Log<[Int?]>()
    let observation = track.observe(\.volume, options: [.initial, .new, .old, .prior]) {
      log.append([$0.volume, $1.newValue, $1.oldValue])
    }
    #expect(log.values == [[3, 3, nil]])
    observation.invalidate()
  }

  @Test("a prior call comes before the change")
  func prior() {
    let log = Log<String>()
    let observation = track.observe(\.volume, options: [.prior, .new, .old]) { track, change in
      log.append("\(track.volume) \(change.isPrior) \(change.oldValue as Any) ")
      log.append("\(change.newValue as Any)")
    }
    track.volume = 4
    #expect(
      log.values == [
        "0 true Optional(0) ", "nil", "4 false Optional(0) ", "Optional(4)",
      ])
    observation.invalidate()
  }

  @Test("a prior call without old values has none")
  func priorWithoutOld() {
    let log = Log<[Int?]>()
    let observation = track.observe(\.volume, options: .prior) {
      log.append([$1.oldValue, $1.newValue])
    }
    track.volume = 4
    #expect(log.values == [[nil, nil], [nil, nil]])
    observation.invalidate()
  }

  @Test("each set is one report, even if the value is equal")
  func equalValue() {
    let log = Log<Int?>()
    let observation = track.observe(\.volume, options: .new) { log.append($1.newValue) }
    track.volume = 5
    track.volume = 5
    #expect(log.values == [5, 5])
    track.status = .ready
    #expect(log.values == [5, 5])
    observation.invalidate()
  }

  @Test("a change of two properties in one step is one report")
  func oneStep() {
    track.volume = 11
    let loudness = Log<Bool?>()
    let both = track.observe(\.isLoud, options: .new) { loudness.append($1.newValue) }
    let volumes = Log<Int?>()
    let one = track.observe(\.volume, options: .new) { volumes.append($1.newValue) }
    track.fail()
    #expect(loudness.values == [false])
    #expect(volumes.values == [0])
    both.invalidate()
    one.invalidate()
  }

  @Test("a computed property of a client reports the properties that it reads")
  func computed() {
    let log = Log<Bool?>()
    let observation = track.observe(\.isLoud, options: .new) { log.append($1.newValue) }
    track.status = .failed
    #expect(log.values.isEmpty, "The volume alone has decided so far.")
    track.volume = 20
    track.status = .ready
    #expect(log.values == [false, true])
    observation.invalidate()
  }

  @Test("observers are called in the order in which they began, on the thread of the change")
  func order() {
    let log = Log<Int>()
    let thread = ObjectIdentifier(Thread.current)
    let observations = (0..<3).map { index in
      track.observe(\.volume) { _, _ in
        if ObjectIdentifier(Thread.current) == thread { log.append(index) }
      }
    }
    track.volume = 1
    #expect(log.values == [0, 1, 2])
    for observation in observations { observation.invalidate() }
  }

  @Test("invalidate ends an observation, and may be called twice")
  func invalidate() {
    let log = Log<Int>()
    let observation = track.observe(\.volume) { track, _ in log.append(track.volume) }
    track.volume = 1
    observation.invalidate()
    track.volume = 2
    observation.invalidate()
    track.volume = 3
    #expect(log.values == [1])
  }

  @Test("an observation ends with its last reference")
  func release() {
    let log = Log<Int>()
    var observation: NSKeyValueObservation? = track.observe(\.volume) { track, _ in
      log.append(track.volume)
    }
    track.volume = 1
    #expect(observation != nil)
    observation = nil
    track.volume = 2
    #expect(log.values == [1])
  }

  @Test("calls need no more stack after many changes")
  func stack() {
    let log = Log<UInt>()
    let observation = track.observe(\.volume) { _, _ in
      var local = 0
      log.append(withUnsafePointer(to: &local) { UInt(bitPattern: $0) })
    }
    for volume in 0..<1000 { track.volume = volume }
    #expect(log.values.count == 1000)
    #expect(Set(log.values).count == 1)
    observation.invalidate()
  }

  @Test("a key path that reads nothing observable is accepted and never reported")
  func unobservable() {
    let log = Log<Int>()
    let observation = track.observe(\.hash, options: .initial) { track, _ in
      log.append(track.hash)
    }
    track.volume = 1
    #expect(log.values.count == 1)
    observation.invalidate()
  }
}
