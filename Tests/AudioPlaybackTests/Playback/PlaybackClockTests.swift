import AudioDevices
import AudioRealtime
import Synchronization
import Testing

@testable import AudioPlayback

/// The played position, computed from device positions.
@Suite struct PlaybackClockTests {
  @Test("time is the device's position, never decreases, and never exceeds the written frames")
  func follows() {
    let cases: [(position: Int, played: Int)] = [
      (0, 0), (10, 10), (400, 400), (399, 400), (-5, 400), (999, 999), (1000, 1000), (1001, 1000),
      (500_000, 1000), (20, 1000),
    ]
    let (clock, renderer, device) = running(frames: 1000)
    for (position, played) in cases {
      device.move(to: position, at: 7 * position)
      #expect(clock.time == PlaybackTime(frames: Double(played), nanoseconds: 7 * position))
      #expect(clock.playedFrame == played)
    }
    withExtendedLifetime(renderer) {}
  }

  @Test("time is unavailable before the start and after the end")
  func hasBounds() {
    let clock = PlaybackClock()
    #expect(clock.time == nil && !clock.isMoving && clock.playedFrame == 0)
    let renderer = makeRenderer(frames: 10)
    clock.begin(renderer, sampleRate: 1000)
    #expect(clock.time?.frames == 0 && !clock.isMoving)
    clock.attach(HandDevice(), origin: 0)
    #expect(clock.isMoving)
    clock.end()
    #expect(clock.time == nil && !clock.isMoving && clock.playing.device == nil)
  }

  @Test("a frozen clock stops, and continues with the device")
  func freezes() {
    let (clock, renderer, device) = running(frames: 1000)
    device.move(to: 100)
    clock.setFrozen(true)
    #expect(clock.isFrozen && !clock.isMoving)
    device.move(to: 300)
    #expect(clock.time?.frames == 100)
    clock.setFrozen(false)
    #expect(clock.time?.frames == 300 && clock.isMoving)
    withExtendedLifetime(renderer) {}
  }

  @Test("a clock without a device stays at the last played frame", arguments: [false, true])
  func detaches(isDiscontinuity: Bool) {
    let (clock, renderer, device) = running(frames: 1000)
    device.move(to: 250)
    clock.detach(isDiscontinuity: isDiscontinuity)
    device.move(to: 900)
    #expect(clock.time?.frames == 250)
    #expect(clock.discontinuities == (isDiscontinuity ? 1 : 0))
    // The next device counts from its own 0, which may map to an earlier position.
    let next = HandDevice()
    clock.attach(next, origin: 200)
    for (position, played) in [(0, 250), (49, 250), (51, 251), (800, 1000)] {
      next.move(to: position)
      #expect(clock.time?.frames == Double(played))
    }
    withExtendedLifetime(renderer) {}
  }

  @Test("frames have their marked times")
  func marks() {
    let (clock, renderer, device) = running(frames: 1000)
    clock.mark(0, time: 0, ratio: 1)
    clock.mark(400, time: 400, ratio: 2)
    clock.mark(600, time: 800, ratio: 0.5)
    let cases: [(frame: Int, time: Double)] = [
      (0, 0), (399, 399), (400, 400), (401, 402), (599, 798), (600, 800), (602, 801), (1000, 1000),
    ]
    for (frame, time) in cases {
      #expect(clock.time(at: frame) == time)
      #expect(clock.frame(at: time) == frame)
      device.move(to: frame)
      #expect(clock.time?.frames == time)
    }
    withExtendedLifetime(renderer) {}
  }

  @Test("time does not go back when frame times do, nor jump by half a frame")
  func staysAhead() {
    let (clock, renderer, device) = running(frames: 1000)
    clock.mark(0, time: 0, ratio: 1)
    clock.mark(100, time: 100.4, ratio: 1)
    device.move(to: 150)
    #expect(clock.time?.frames == 150)
    clock.mark(200, time: 90, ratio: 1)
    device.move(to: 210)
    #expect(clock.time?.frames == 150)
    device.move(to: 300)
    #expect(clock.time?.frames == 190)
    withExtendedLifetime(renderer) {}
  }

  @Test("dropped frames lose their times; earlier frames keep theirs")
  func drops() {
    let (clock, renderer, _) = running(frames: 1000)
    clock.mark(0, time: 0, ratio: 1)
    clock.mark(500, time: 2000, ratio: 1)
    clock.drop(from: 300)
    #expect(clock.time(at: 600) == 600 && clock.frame(at: 2100) == 2100)
    withExtendedLifetime(renderer) {}
  }

  @Test("time continues with another renderer, at any rate")
  func changes() {
    let (clock, first, device) = running(frames: 1000)
    device.move(to: 1000)
    let second = makeRenderer(frames: 4000, sampleRate: 2000)
    clock.detach(isDiscontinuity: false)
    clock.change(to: second, sampleRate: 1000)
    #expect(clock.time?.frames == 1000 && clock.discontinuities == 1)
    let next = HandDevice()
    clock.attach(next, origin: 0)
    next.move(to: 1000)
    #expect(clock.time?.frames == 1500)
    // From frame 1000 on, the device plays three frames for each two.
    clock.detach(isDiscontinuity: false)
    let third = makeRenderer(frames: 4500, sampleRate: 3000)
    clock.convert(to: third, from: 1000, ratio: 1.5)
    let last = HandDevice()
    clock.attach(last, origin: 0)
    for (position, time) in [(0, 1500.0), (300, 1600), (3000, 2500)] {
      last.move(to: position)
      #expect(abs((clock.time?.frames ?? 0) - time) < 1e-6)
    }
    withExtendedLifetime(first) {}
  }

  // MARK: Factories

  private func makeRenderer(frames: Int, sampleRate: Double = 1000) -> Renderer {
    let ring = FrameRing(channelCount: 1, unreadFrames: frames, historyFrames: 0)
    let renderer = Renderer(sampleRate: sampleRate, ring: ring, feeder: Signal())
    #expect(renderer.ring.write(silence(frames).span) == frames)
    return renderer
  }

  /// A clock for a device that plays the given number of frames at 1000 hertz.
  private func running(frames: Int) -> (PlaybackClock, Renderer, HandDevice) {
    let (clock, renderer, device) = (PlaybackClock(), makeRenderer(frames: frames), HandDevice())
    clock.begin(renderer, sampleRate: 1000)
    clock.attach(device, origin: 0)
    return (clock, renderer, device)
  }
}

/// A device whose played position the test sets.
private final class HandDevice: OutputDevice {
  private let place = Mutex(DevicePosition(frames: 0, nanoseconds: 0))

  func move(to frames: Int, at nanoseconds: Int = 0) {
    place.withLock { $0 = DevicePosition(frames: frames, nanoseconds: nanoseconds) }
  }

  func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) {}
  func feed() {}
  func setPaused(_ isPaused: Bool) {}
  func revise() {}
  func stop() {}
  func refreshPosition() {}
  var position: DevicePosition { place.withLock { $0 } }
  var hardwareFormat: DeviceFormat? { nil }
}
