import AudioRealtime
import Testing

@testable import AudioPlayback

/// The time of a recorder at 1000 frames per second.
@Suite struct RecordingClockTests {
  @Test("time advances between blocks, and never goes back")
  func goesOn() {
    VirtualClock().run {
      let clock = RecordingClock(sampleRate: 1000)
      #expect(clock.time == nil && clock.recordedFrames == 0 && !clock.isMoving)
      clock.begin(at: nil)
      #expect(clock.isMoving)
      sleep(20)
      #expect(clock.time?.frames == 20 && clock.time?.nanoseconds == 20_000_000)
      // A report with fewer frames than before.
      clock.note(15, recorded: 10, at: 20_000_000)
      #expect(clock.time?.frames == 20 && clock.recordedFrames == 10)
      sleep(10)
      #expect(clock.time?.frames == 25)
      clock.note(100, recorded: 90, at: 30_000_000)
      #expect(clock.time?.frames == 100)
      clock.end()
      #expect(clock.time == nil && clock.recordedFrames == 0)
    }
  }

  @Test("time stays at 0 until the start")
  func beginsLater() {
    VirtualClock().run {
      let clock = RecordingClock(sampleRate: 1000)
      clock.begin(at: 50_000_000)
      for (milliseconds, frames) in [(0, 0.0), (49, 0), (50, 0), (51, 1), (80, 30)] {
        sleep(milliseconds - MonotonicClock.nanoseconds / 1_000_000)
        #expect(clock.time?.frames == frames)
      }
    }
  }

  @Test("a frozen clock stops, and continues from there", arguments: [nil, 200])
  func freezes(resumedAt: Int?) {
    VirtualClock().run {
      let clock = RecordingClock(sampleRate: 1000)
      clock.begin(at: nil)
      sleep(40)
      clock.setFrozen(true)
      #expect(!clock.isMoving)
      sleep(60)
      #expect(clock.time?.frames == 40)
      // Frames that were captured before the pause arrive during it.
      clock.note(30, recorded: 30, at: 30_000_000)
      #expect(clock.time?.frames == 40)
      clock.setFrozen(false, at: resumedAt.map { $0 * 1_000_000 })
      #expect(clock.isMoving && clock.time?.frames == 40)
      sleep(150)
      // 100 milliseconds have passed.
      #expect(clock.time?.frames == (resumedAt == nil ? 190 : 90))
    }
  }

  @Test("gaps are counted across starts")
  func discontinuities() {
    let clock = RecordingClock(sampleRate: 1000)
    clock.begin(at: 0)
    clock.noteDiscontinuity()
    clock.end()
    clock.begin(at: 0)
    clock.noteDiscontinuity()
    #expect(clock.discontinuities == 2)
  }

  @Test("frames have the times of their blocks, and lost frames count as time")
  func times() {
    var times = RecordingTimes(sampleRate: 1000)
    times.note(frame: 0, nanoseconds: 5_000_000_000, lostFrames: 0)
    times.note(frame: 100, nanoseconds: 5_101_000_000, lostFrames: 0)
    times.note(frame: 200, nanoseconds: 6_000_000_000, lostFrames: 700)
    let cases: [(frame: Int, time: Double, milliseconds: Int)] = [
      (0, 0, 5000), (99, 99, 5099), (100, 100, 5101), (199, 199, 5200), (200, 900, 6000),
      (1200, 1900, 7000),
    ]
    for (frame, time, milliseconds) in cases {
      let found = times.time(ofFrame: frame)
      #expect(found.frames == time && found.nanoseconds == milliseconds * 1_000_000)
    }
  }

  @Test("frames before the first block have the current time")
  func noTimes() {
    VirtualClock().run {
      sleep(30)
      var times = RecordingTimes(sampleRate: 1000)
      let found = times.time(ofFrame: 7)
      #expect(found.frames == 7 && found.nanoseconds == 30_000_000)
    }
  }

  private func sleep(_ milliseconds: Int) {
    VirtualClock.sleep(nanoseconds: milliseconds * 1_000_000)
  }
}
