import AudioCodecs
import AudioDevices
import AudioModel
import AudioRealtime
import MediaTimeline
import Synchronization
import Testing

@testable import AudioPlayback

/// Players on the null device and a virtual clock: any duration, and repeatable results.
@Suite struct VirtualPlaybackTests {
  @Test("ten minutes end after ten minutes, with the same events each time")
  func tenMinutes() {
    let logs = (0..<2).map { _ in play(seconds: 600) }
    #expect(logs[0] == logs[1])
    #expect(logs[0].last == "600.0 s: finished whole")
  }

  private func play(seconds: Int) -> [String] {
    let log = EventLog()
    VirtualClock().run {
      let player = makePlayer(frameCount: 8000 * seconds, log)
      #expect(player.play())
      for minute in 1...9 {
        VirtualClock.sleep(nanoseconds: minute * 60_000_000_000 - MonotonicClock.nanoseconds)
        log.add("frame \(player.frame)")
      }
      log.end.wait()
      player.shutDown()
    }
    return log.entries
  }

  @Test("a pause stops the time, a seek continues at its frame, and the end returns to the start")
  func control() {
    let log = EventLog()
    VirtualClock().run {
      let player = makePlayer(frameCount: 80_000, log)
      #expect(player.play() && player.isPlaying)
      sleep(seconds: 2)
      #expect(player.frame == 16_000)
      player.pause()
      sleep(seconds: 100)
      #expect(player.frame == 16_000 && !player.isPlaying)
      player.seek(to: 40_000)
      #expect(player.frame == 40_000)
      #expect(player.play())
      sleep(seconds: 1)
      #expect(player.frame == 48_000)
      player.seek(to: 72_000)
      log.end.wait()
      #expect(player.frame == 0 && !player.isPlaying)
      player.shutDown()
    }
    #expect(log.entries == ["104.0 s: finished whole"])
  }

  @Test("playback scheduled in an hour starts in an hour")
  func due() {
    let log = EventLog()
    VirtualClock().run {
      let player = makePlayer(frameCount: 8000, log)
      #expect(player.play(nanoseconds: 3_600_000_000_000))
      VirtualClock.sleep(nanoseconds: 3_600_500_000_000 - MonotonicClock.nanoseconds)
      #expect(abs(player.frame - 4000) <= 1)
      log.end.wait()
      player.shutDown()
    }
    #expect(log.entries == ["3601.0 s: finished whole"])
  }

  @Test("late frames cause a gap, not an end, and do not block a pause")
  func pending() {
    let log = EventLog()
    VirtualClock().run {
      let recording = Silence(16_000)
      recording.setArrived(8000)
      let player = FilePlayer(
        recording, frameCount: 16_000, sampleRate: 8000, channelCount: 1,
        choice: DeviceChoice([.null]))
      player.setObserver(log)
      #expect(player.play())
      sleep(seconds: 5)
      #expect(player.frame == 8000 && player.isPlaying)
      player.pause()
      #expect(!player.isPlaying)
      #expect(player.play())
      recording.setArrived(16_000)
      sleep(seconds: 0.5)
      #expect(player.frame == 12_000)
      log.end.wait()
      player.shutDown()
    }
    #expect(log.entries == ["6.0 s: finished whole"])
  }

  @Test("passes of a loop follow each other without a gap", arguments: [0, 1, 5])
  func loops(count: Int) {
    let log = EventLog()
    VirtualClock().run {
      let player = makePlayer(frameCount: 8000, log)
      player.setLoopCount(count)
      #expect(player.play())
      log.end.wait()
      player.shutDown()
    }
    #expect(log.entries == ["\(Double(count + 1)) s: finished whole"])
  }

  private func makePlayer(frameCount: Int, _ log: EventLog) -> FilePlayer {
    let player = FilePlayer(
      Silence(frameCount), frameCount: frameCount, sampleRate: 8000, channelCount: 1,
      choice: DeviceChoice([.null]))
    player.setObserver(log)
    return player
  }

  private func sleep(seconds: Double) {
    VirtualClock.sleep(nanoseconds: Int(seconds * 1e9))
  }
}

/// The events of a player with their times to the tenth of a second.
private final class EventLog: FilePlayerObserver {
  private let log = Mutex<[String]>([])
  let end = LazySignal()

  var entries: [String] { log.withLock { $0 } }

  func add(_ event: String) {
    let tenths = (MonotonicClock.nanoseconds + 50_000_000) / 100_000_000
    log.withLock { $0.append("\(Double(tenths) / 10) s: \(event)") }
  }

  func playerFinished(isWhole: Bool) {
    add(isWhole ? "finished whole" : "finished")
    end.post()
  }

  func playerFailed(_ error: CodecError) { add("failed: \(error)") }
}

/// A signal on the clock of the thread that first uses it.
private final class LazySignal: Sendable {
  private let signal = Mutex<Signal?>(nil)

  private var made: Signal {
    signal.withLock { signal in
      let made = signal ?? Signal()
      signal = made
      return made
    }
  }

  func post() { made.post() }
  func wait() { made.wait() }
}

/// A silent recording with a settable number of received frames.
private final class Silence: FrameReading {
  private struct State {
    var next = 0
    var arrived: Int
    var signal: @Sendable () -> Void = {}
  }

  private let frameCount: Int
  private let state: Mutex<State>

  init(_ frameCount: Int) {
    self.frameCount = frameCount
    state = Mutex(State(arrived: frameCount))
  }

  func setArrived(_ frames: Int) {
    let signal = state.withLock { state in
      state.arrived = frames
      return state.signal
    }
    signal()
  }

  func setSignal(_ signal: @escaping @Sendable () -> Void) {
    state.withLock { $0.signal = signal }
  }

  func seek(to frame: Int) { state.withLock { $0.next = frame } }

  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) -> SourceReading {
    let (frames, isEnd) = state.withLock { state in
      let end = min(state.next + count, state.arrived)
      let frames = max(0, end - state.next)
      state.next += frames
      return (frames, state.next >= frameCount)
    }
    samples += [Float](repeating: 0, count: frames)
    return frames > 0 ? .frames : isEnd ? .end : .pending
  }
}
