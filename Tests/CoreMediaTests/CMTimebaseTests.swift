import Foundation
import Synchronization
import Testing

@testable import CoreMedia

@Suite struct CMTimebaseTests {
  /// A clock that a test moves.
  final class Hand: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    var clock: CMClock {
      CMClock { [self] in CMTime(value: milliseconds.withLock { $0 }, timescale: 1_000) }
    }

    func move(_ count: Int64) { milliseconds.withLock { $0 += count } }
  }

  private func time(_ milliseconds: Int64) -> CMTime {
    CMTime(value: milliseconds, timescale: 1_000)
  }

  @Test("a timebase starts, stops, and moves relative to its clock")
  func rates() throws {
    let hand = Hand()
    let timebase = CMTimebase(sourceClock: hand.clock)
    #expect(timebase.time == .zero)
    hand.move(500)
    #expect(timebase.time == .zero && timebase.rate == 0)
    try timebase.setRate(1)
    hand.move(2_000)
    #expect(timebase.time == time(2_000))
    try timebase.setRate(0.5)
    hand.move(1_000)
    #expect(timebase.time == time(2_500))
    try timebase.setRate(-1)
    hand.move(3_000)
    #expect(timebase.time == time(-500))
    try timebase.setTime(time(10_000))
    hand.move(1_000)
    #expect(timebase.time == time(9_000))
    try timebase.setRateAndAnchorTime(rate: 2, anchorTime: time(0), referenceTime: time(10_000))
    // The clock is at 7.5 s.
    #expect(timebase.time == time(-5_000))
    #expect(timebase.timeAndRate.rate == 2)
    #expect(throws: NSError.self) { try timebase.setTime(.indefinite) }
    #expect(throws: NSError.self) { try timebase.setRate(.infinity) }
    #expect(timebase.time(withTimescale: 30) == CMTime(value: -150, timescale: 30))
  }

  @Test("a timebase follows another one, and cannot follow itself")
  func chain() throws {
    let hand = Hand()
    let first = CMTimebase(sourceClock: hand.clock)
    let second = CMTimebase(sourceTimebase: first)
    try first.setRate(2)
    try second.setRate(3)
    hand.move(1_000)
    #expect(first.time == time(2_000))
    #expect(second.time == time(6_000))
    #expect(second.effectiveRate == 6)
    #expect(second.sourceTimebase === first && second.sourceClock == nil)
    #expect(CMTimebaseSetSourceTimebase(first, second) == kCMTimebaseError_InvalidParameter)
    #expect(CMTimebaseSetSourceTimebase(first, first) == kCMTimebaseError_InvalidParameter)
    #expect(CMTimebaseSetSourceClock(second, .hostTimeClock) == 0)
    #expect(second.effectiveRate == 3)
    #expect(second.ultimateSourceClock === CMClock.hostTimeClock)
    #expect(second.time >= time(6_000))
  }

  @Test("times convert between timebases of one clock exactly")
  func conversion() throws {
    let hand = Hand()
    let clock = hand.clock
    let first = CMTimebase(sourceClock: clock)
    let second = CMTimebase(sourceClock: clock)
    #expect(first.convertTime(time(1), to: second) == .invalid)
    try first.setRate(1)
    hand.move(1_000)
    try second.setRate(2)
    hand.move(1_000)
    // first is at 2 s, second at 2 s.
    #expect(CMSyncGetRelativeRate(second, relativeTo: first) == 2)
    #expect(first.rate(relativeTo: second) == 0.5)
    let found = first.convertTime(time(3_000), to: second)
    #expect(abs(found.seconds - 4) < 0.001)
    #expect(!first.mightDrift(relativeTo: second))
    #expect(CMSyncMightDrift(first, CMClock.hostTimeClock))
    try second.setRate(0)
    #expect(first.rate(relativeTo: second) == 0)
    #expect(throws: NSError.self) { try first.rateAndAnchorTime(relativeTo: second) }
  }

  @Test("changes are notified, for timebases that depend on another one, too")
  func notifications() throws {
    let first = CMTimebase(sourceClock: Hand().clock)
    let second = CMTimebase(sourceTimebase: first)
    let counts = Mutex<[String: Int]>([:])
    let tokens = [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        guard let object = note.object as? CMTimebase else { return }
        let which = object === first ? "first" : object === second ? "second" : "other"
        counts.withLock { $0["\(which) \(name == CMTimebase.timeJumped)", default: 0] += 1 }
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    try first.setRate(1)
    try first.setRate(1)
    try first.setTime(.zero)
    try second.setRate(1)
    let found = counts.withLock { $0 }.filter { !$0.key.hasPrefix("other") }
    #expect(
      found == ["first false": 1, "second false": 2, "first true": 1, "second true": 1])
  }

  @Test("the machine's clock has nanoseconds, and converts to system units and back")
  func host() throws {
    let clock = CMClockGetHostTimeClock()
    let first = clock.time
    #expect(first.timescale == 1_000_000_000)
    #expect(clock.time >= first)
    let units = CMClockConvertHostTimeToSystemUnits(first)
    #expect(CMClockMakeHostTimeFromSystemUnits(units) == first)
    #expect(CMClockConvertHostTimeToSystemUnits(.indefinite) == 0)
    let anchor = try clock.anchorTime()
    #expect(anchor.anchorTime == anchor.referenceTime)
    clock.invalidate()
    #expect(clock.time.isNumeric)
    let other = Hand().clock
    other.invalidate()
    #expect(!other.time.isValid)
  }

  @Test("a timer fires when its timebase reaches a time")
  func timers() throws {
    let timebase = CMTimebase(sourceClock: .hostTimeClock)
    let fired = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { fired.signal() }
    timer.resume()
    try timebase.addTimer(timer)
    #expect(throws: NSError.self) { try timebase.addTimer(timer) }
    try timebase.setTimerNextFireTime(timer, fireTime: time(20))
    #expect(fired.wait(timeout: .now()) == .timedOut)
    try timebase.setRate(1)
    fired.wait()
    #expect(timebase.time >= time(20))
    try timebase.setTimerToFireImmediately(timer)
    fired.wait()
    try timebase.removeTimer(timer)
    #expect(throws: NSError.self) { try timebase.removeTimer(timer) }
    timer.cancel()
  }
}
