import AudioDevices
import AudioRealtime
import Testing

@Suite struct NullDeviceTests {
  @Test func playsAllFramesAndThenStops() throws {
    let playing = try Playing(NullDevice(), ramp(frames: 5000))
    try playing.waitUntilPlayed(5000)
    #expect(playing.device.position.frames == 5000)
    playing.device.stop()
    #expect(playing.device.position.frames == 5000)
  }

  @Test func neverPlaysFasterThanTheClock() throws {
    let before = MonotonicClock.nanoseconds
    let playing = try Playing(NullDevice(), ramp(frames: 44100))
    while true {
      let position = playing.device.position
      let passed = MonotonicClock.frames(
        inNanoseconds: position.nanoseconds - before, sampleRate: 44100)
      #expect(position.frames <= passed)
      if position.frames > 10_000 { break }
    }
    playing.device.stop()
  }

  @Test func aPauseStopsTheClock() throws {
    let playing = try Playing(NullDevice(), ramp(frames: 441_000))
    try playing.waitUntilPlayed(1000)
    playing.device.setPaused(true)
    let position = playing.device.position
    let end = MonotonicClock.nanoseconds + 20_000_000
    while MonotonicClock.nanoseconds < end {
      #expect(playing.device.position.frames == position.frames)
    }
    playing.device.setPaused(false)
    try playing.waitUntilPlayed(position.frames + 1000)
    playing.device.stop()
  }

  @Test func resumesAfterStarvation() throws {
    let playing = try Playing(NullDevice(), ramp(frames: 1000))
    try playing.waitUntilPlayed(1000)
    playing.add(ramp(frames: 1, from: 1000))
    try playing.waitUntilPlayed(1001)
    playing.device.stop()
  }
}
