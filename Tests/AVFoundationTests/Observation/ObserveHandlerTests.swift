import AVFoundation
import Foundation
import Synchronization
import Testing

/// Permitted actions of handlers.
@Suite struct ObserveHandlerTests {
  /// Holds observations that handlers replace.
  private final class Holder: Sendable {
    let observation = Mutex<NSKeyValueObservation?>(nil)

    func invalidate() { observation.withLock { $0 }?.invalidate() }
    func release() { _ = observation.withLock { $0.take() } }
  }

  @Test("a handler may invalidate or release its own observation", arguments: [false, true])
  func endItself(isReleased: Bool) {
    let track = Track()
    let log = Log<Int>()
    let holder = Holder()
    let observation = track.observe(\.volume, options: [.prior]) { track, change in
      log.append(track.volume)
      if !change.isPrior { if isReleased { holder.release() } else { holder.invalidate() } }
    }
    holder.observation.withLock { $0 = observation }
    _ = consume observation
    track.volume = 1
    track.volume = 2
    #expect(log.values == [0, 1])
    holder.release()
  }

  @Test("no call follows an end in the initial call, the prior call, or another handler")
  func endOthers() {
    let track = Track()
    let log = Log<String>()
    let prior = Holder()
    let other = Holder()
    let first = track.observe(\.volume, options: [.prior]) { _, change in
      log.append(change.isPrior ? "prior" : "wrong")
      prior.invalidate()
      other.invalidate()
    }
    prior.observation.withLock { $0 = first }
    let second = track.observe(\.volume) { _, _ in log.append("wrong") }
    other.observation.withLock { $0 = second }
    track.volume = 1
    #expect(log.values == ["prior"])
  }

  @Test("a handler may change the property that it observes")
  func changeAgain() {
    let track = Track()
    let log = Log<Int?>()
    let observation = track.observe(\.volume, options: [.new]) { track, change in
      log.append(change.newValue)
      if track.volume < 3 { track.volume += 1 }
    }
    track.volume = 1
    #expect(log.values == [1, 2, 3])
    observation.invalidate()
  }

  @Test("a handler may begin observations, which report later changes only")
  func addObservers() {
    let track = Track()
    let log = Log<Int?>()
    let added = Mutex<[NSKeyValueObservation]>([])
    let observation = track.observe(\.volume) { track, _ in
      let next = track.observe(\.volume, options: [.new, .old]) { log.append($1.newValue) }
      added.withLock { $0.append(next) }
    }
    track.volume = 1
    #expect(log.values.isEmpty)
    track.volume = 2
    #expect(log.values == [2])
    observation.invalidate()
    added.withLock { $0.removeAll() }
  }

  @Test("an observation that begins in a prior call reports the change without its old value")
  func addDuringChange() {
    let track = Track()
    let log = Log<[Int?]>()
    let added = Holder()
    let observation = track.observe(\.volume, options: .prior) { track, change in
      guard change.isPrior else { return }
      let next = track.observe(\.volume, options: [.new, .old]) {
        log.append([$1.newValue, $1.oldValue])
      }
      added.observation.withLock { $0 = next }
    }
    track.volume = 1
    #expect(log.values == [[1, nil]])
    observation.invalidate()
    added.release()
  }

  @Test("a handler may release the observed object")
  func releaseObject() throws {
    let log = Log<String>()
    let kept = Mutex<Track?>(Track())
    let track = try #require(kept.withLock { $0 })
    track.onDeinit.withLock { $0 = { log.append("released") } }
    let observation = track.observe(\.volume) { _, _ in
      log.append("reported")
      _ = kept.withLock { $0.take() }
    }
    func change(_ track: consuming Track) { track.volume = 1 }
    change(track)
    #expect(log.values.first == "reported")
    observation.invalidate()
  }

  @Test("a change reported by a getter does not make its observer depend on handlers' reads")
  func reportInGetter() {
    let lazy = LazyTrack()
    let other = Track()
    let read = Log<Track.Status>()
    let reader = lazy.observe(\.status) { _, _ in read.append(other.status) }
    let log = Log<Int?>()
    let observation = lazy.observe(\.loadedVolume, options: [.initial, .new]) {
      log.append($1.newValue)
    }
    #expect(read.values == [.unknown])
    other.status = .failed
    #expect(log.values == [0])
    lazy.volume = 1
    #expect(log.values == [0, 1])
    reader.invalidate()
    observation.invalidate()
  }
}

/// A class with a getter that changes a property once.
private final class LazyTrack: Track, @unchecked Sendable {
  private let isLoaded = Atomic<Bool>(false)

  var loadedVolume: Int {
    if !isLoaded.exchange(true, ordering: .relaxed) { status = .ready }
    return volume
  }
}
