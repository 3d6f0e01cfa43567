import Testing

@testable import AudioDevices

@Suite struct NullClockTests {
  private static let millisecond = 1_000_000

  /// A device with a buffer of 5 ms asks 400 times a second.
  @Test(arguments: [44100.0, 48000, 11025, 44101.5], [220, 8820])
  func frequentQueriesDoNotSlowTheClock(sampleRate: Double, leadFrames: Int) {
    var clock = NullClock(sampleRate: sampleRate, at: 0)
    var last = 0
    for now in stride(from: 0, through: 100_000 * Self.millisecond, by: 2_490_000) {
      let played = clock.played(at: now)
      #expect(played == Int(Double(now) * sampleRate / 1e9))
      #expect(played >= last)
      last = played
      clock.add(clock.missing(of: leadFrames, at: now), at: now)
    }
    #expect(last > Int(99 * sampleRate))
  }

  @Test func stopsWithoutFramesAndContinuesWithTheNext() {
    var clock = NullClock(sampleRate: 1000, at: 0)
    clock.add(100, at: 0)
    #expect(clock.played(at: 99 * Self.millisecond) == 99)
    #expect(clock.played(at: 5000 * Self.millisecond) == 100)
    #expect(clock.missing(of: 200, at: 5000 * Self.millisecond) == 200)
    clock.add(200, at: 5000 * Self.millisecond)
    #expect(clock.played(at: 5000 * Self.millisecond) == 100)
    #expect(clock.played(at: 5001 * Self.millisecond) == 101)
    #expect(clock.played(at: 9000 * Self.millisecond) == 300)
  }

  @Test func aPauseDoesNotCountAsPlayed() {
    var clock = NullClock(sampleRate: 1000, at: 0)
    clock.add(100, at: 0)
    clock.setRunning(false, at: 30 * Self.millisecond)
    #expect(clock.played(at: 90 * Self.millisecond) == 30)
    clock.add(100, at: 500 * Self.millisecond)
    #expect(clock.played(at: 600 * Self.millisecond) == 30)
    clock.setRunning(true, at: 700 * Self.millisecond)
    #expect(clock.played(at: 710 * Self.millisecond) == 40)
    #expect(clock.played(at: 1700 * Self.millisecond) == 200)
  }
}
