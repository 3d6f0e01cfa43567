import AudioDevices
import AudioModel
import AudioRealtime
import Foundation
import TestSupport
import Testing

@testable import AudioPlayback

/// The renderer and the device of a player, as its feeding thread handles them.
@Suite struct FeederOutputTests {
  @Test("the end of a file is checked soon, however long its frames last")
  func looksSoonAtTheEndOfAFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.url("a.wav").path
    try VirtualClock().run {
      let output = makeOutput([.offline(path: path)], sampleRate: 8000)
      try output.open(at: nil)
      output.pause()
      // More frames than the device takes before it stops.
      while output.ring.unreadFrames < 4000, output.write(silence(4000).span) > 0 {}
      let look = output.nextLookAtEnd
      #expect(look <= MonotonicClock.nanoseconds + 5_000_000)
      output.close()
    }
  }

  @Test(
    "the next device continues at the first unplayed frame",
    arguments: [0, 1, 333, 700, 1499, 2000])
  func lost(milliseconds: Int) throws {
    try VirtualClock().run {
      let spare = PulledDevice()
      let output = makeOutput([.null, .pulled(spare)])
      try output.open(at: nil)
      #expect(output.write(marks(0..<1500).span) == 1500)
      if milliseconds > 0 { VirtualClock.sleep(nanoseconds: milliseconds * 1_000_000) }
      lose(output)
      let played = min(milliseconds, 1500)
      #expect(output.engine.device == .pulled(spare))
      #expect(output.engine.clock.playedFrame == played)
      #expect(output.engine.discontinuities == 1)
      #expect(LittleEndian.float(spare.take(4096)) == marks(played..<1500))
      #expect(output.isPlayedOut)
      output.close()
    }
  }

  @Test("a device lost during a pause is replaced when playback resumes")
  func lostInAPause() throws {
    try VirtualClock().run {
      let spare = PulledDevice()
      let output = makeOutput([.null, .pulled(spare)])
      try output.open(at: nil)
      _ = output.write(marks(0..<1500).span)
      VirtualClock.sleep(nanoseconds: 300_000_000)
      output.pause()
      VirtualClock.sleep(nanoseconds: 5_000_000_000)
      lose(output, isPaused: true)
      #expect(output.engine.deviceFormat == nil)
      #expect(spare.take(10) == [])
      output.resume()
      #expect(output.engine.device == .pulled(spare))
      #expect(LittleEndian.float(spare.take(4096)) == marks(300..<1500))
      output.close()
    }
  }

  @Test("a preferred device that returns continues at the fallback's position")
  func comesBack() throws {
    try VirtualClock().run {
      let spare = PulledDevice()
      let output = makeOutput([.null, .pulled(spare)])
      try output.open(at: nil)
      _ = output.write(marks(0..<1500).span)
      VirtualClock.sleep(nanoseconds: 700_000_000)
      lose(output)
      #expect(LittleEndian.float(spare.take(100)) == marks(700..<800))
      // The search starts at once, and a separate thread finds the device.
      #expect(output.nextLookAfterDevice == MonotonicClock.nanoseconds)
      output.lookAfterDevice(isPaused: false)
      VirtualClock.sleep(nanoseconds: 1)
      output.lookAfterDevice(isPaused: false)
      #expect(output.engine.device == .null && output.engine.discontinuities == 2)
      #expect(spare.take(100) == [])
      VirtualClock.sleep(nanoseconds: 500_000_000)
      #expect(output.engine.clock.playedFrame == 1300)
      #expect(output.nextLookAfterDevice == nil)
      output.close()
    }
  }

  @Test("events from a replaced device are ignored")
  func oldNews() throws {
    try VirtualClock().run {
      let spare = PulledDevice()
      let output = makeOutput([.null, .pulled(spare)])
      try output.open(at: nil)
      let first = output.generation
      lose(output)
      output.news.take(.lost, of: first)
      output.lookAfterDevice(isPaused: true)
      #expect(output.engine.device == .pulled(spare) && output.engine.discontinuities == 1)
      output.close()
    }
  }

  @Test("the first working device is opened; the error comes from the preferred one")
  func opens() throws {
    try VirtualClock().run {
      let spare = PulledDevice()
      let absent = DeviceKind.offline(path: "/nonexistent/a.wav")
      let output = makeOutput([absent, .pulled(spare), .null])
      try output.open(at: nil)
      #expect(output.engine.device == .pulled(spare))
      #expect(output.engine.discontinuities == 0)
      output.close()
      let none = makeOutput([absent])
      #expect(throws: DeviceError.notWritable) { try none.open(at: nil) }
      #expect(none.engine.deviceFormat == nil)
    }
  }

  @Test("a new format waits until earlier frames have played, and time continues")
  func changesFormat() throws {
    try VirtualClock().run {
      let device = PulledDevice()
      let output = makeOutput([.pulled(device)])
      try output.open(at: nil)
      output.ring.mark(time: 0, ratio: 1)
      _ = output.write(marks(0..<500).span)
      let other = DeviceFormat(sampleRate: 2000, channelCount: 1)
      #expect(!output.accepts(other))
      #expect(device.take(400).count == 1600)
      #expect(!output.accepts(other) && output.accepts(format))
      #expect(device.take(400).count == 400)
      #expect(output.accepts(other) && device.take(10) == [])
      output.close()
    }
  }

  @Test("time continues across a change of the format")
  func timeAcrossFormats() throws {
    try VirtualClock().run {
      let device = PulledDevice()
      let output = makeOutput([.pulled(device)])
      try output.open(at: nil)
      output.ring.mark(time: 0, ratio: 1)
      _ = output.write(marks(0..<500).span)
      _ = device.take(500)
      #expect(output.engine.time?.frames == 500)
      #expect(output.accepts(DeviceFormat(sampleRate: 2000, channelCount: 1)))
      #expect(output.engine.deviceFormat == DeviceFormat(sampleRate: 2000, channelCount: 1))
      #expect(output.engine.time?.frames == 500 && output.engine.discontinuities >= 1)
      output.ring.mark(time: 500, ratio: 0.5)
      _ = output.write(marks(0..<1000).span)
      #expect(LittleEndian.float(device.take(300)) == marks(0..<300))
      #expect(output.engine.time?.frames == 650)
      output.close()
    }
  }

  @Test("each device channel has the player's channel named by the map, or silence")
  func mapsChannels() throws {
    try VirtualClock().run {
      let device = PulledDevice()
      let engine = PlaybackEngine(
        format: RecordingTest.format(channelCount: 2), choice: DeviceChoice([.pulled(device)]))
      engine.setChannelMap([1, nil, 0])
      let output = FeederOutput(engine)
      output.ring.begin(format: DeviceFormat(sampleRate: 1000, channelCount: 2), .long)
      try output.open(at: nil)
      #expect(output.write(marks(0..<200).span) == 200)
      let played = marks(0..<200)
      let expected: [Float] = (0..<100).flatMap { frame -> [Float] in
        [played[2 * frame + 1], 0, played[2 * frame]]
      }
      #expect(LittleEndian.float(device.take(100)) == expected)
      output.close()
    }
  }

  @Test("a reset drops unplayed frames and continues with the next ones")
  func resets() throws {
    try VirtualClock().run {
      let device = PulledDevice()
      let output = makeOutput([.pulled(device)])
      try output.open(at: nil)
      _ = output.write(marks(0..<500).span)
      _ = device.take(200)
      output.reset(restarts: true)
      #expect(output.ring.unreadFrames == 0 && output.ring.writeTime == 200)
      _ = output.write(marks(900..<1000).span)
      #expect(LittleEndian.float(device.take(500)) == marks(900..<1000))
      output.reset(restarts: false)
      #expect(output.engine.deviceFormat == nil)
      output.close()
    }
  }

  @Test("no more frames wait for a device than the limit")
  func boundsWhatWaits() {
    VirtualClock().run {
      for (waiting, most) in [(WaitingSound.long, 1751), (.short, 151)] {
        let output = makeOutput([.null], waiting)
        #expect(output.write(silence(5000).span) == most)
        #expect(output.ring.unreadFrames == most)
      }
    }
  }

  // MARK: Factories

  private let format = DeviceFormat(sampleRate: 1000, channelCount: 1)

  /// A one-channel output whose device is closed.
  private func makeOutput(
    _ kinds: [DeviceKind], _ waiting: WaitingSound = .long, sampleRate: Double = 1000
  ) -> FeederOutput {
    let engine = PlaybackEngine(
      format: RecordingTest.format(sampleRate: sampleRate), choice: DeviceChoice(kinds))
    let output = FeederOutput(engine)
    output.ring.begin(format: DeviceFormat(sampleRate: sampleRate, channelCount: 1), waiting)
    return output
  }

  /// Makes the open device report that it is lost.
  private func lose(_ output: FeederOutput, isPaused: Bool = false) {
    output.news.take(.lost, of: output.generation)
    output.lookAfterDevice(isPaused: isPaused)
  }
}
