import AudioRealtime
import Synchronization
import Testing

/// Time that passes only while every thread waits.
@Suite struct VirtualClockTests {
  @Test("an hour of waiting takes no time, and is an hour")
  func hour() {
    let clock = VirtualClock()
    clock.run {
      VirtualClock.sleep(nanoseconds: 3_600_000_000_000)
      #expect(MonotonicClock.nanoseconds == 3_600_000_000_000)
    }
    #expect(clock.nanoseconds == 3_600_000_000_000)
    #expect(MonotonicClock.nanoseconds != 3_600_000_000_000)
  }

  @Test("threads continue in the order of their deadlines, the same each time")
  func order() {
    let logs = (0..<3).map { _ in log() }
    #expect(logs[0].count == 5 * 20 && Set(logs).count == 1)
    let times = logs[0].map { Int($0.split(separator: " ")[0])! }
    #expect(times == times.sorted())
  }

  private func log() -> [String] {
    let log = Mutex<[String]>([])
    VirtualClock().run {
      let threads = (0..<5).map { number in
        AudioThread(name: "test") {
          for _ in 0..<20 {
            VirtualClock.sleep(nanoseconds: 7 + number % 3)
            log.withLock { $0.append("\(MonotonicClock.nanoseconds) \(number)") }
          }
        }
      }
      for thread in threads { thread.join() }
    }
    return log.withLock { $0 }
  }

  @Test("a post ends a wait before its deadline, and is kept if no thread waits")
  func posts() {
    VirtualClock().run {
      let (ping, pong) = (Signal(), Signal())
      let thread = AudioThread(name: "test") {
        VirtualClock.sleep(nanoseconds: 10)
        ping.post()
        pong.wait()
        #expect(MonotonicClock.nanoseconds == 30)
      }
      #expect(ping.wait(until: 1000))
      #expect(MonotonicClock.nanoseconds == 10)
      #expect(!ping.wait(until: 30))
      #expect(MonotonicClock.nanoseconds == 30)
      ping.post()
      #expect(ping.wait(until: 31))
      pong.post()
      thread.join()
    }
  }

  @Test("a thread from elsewhere wakes a clock that stands still")
  func outside() {
    VirtualClock().run {
      let signal = Signal()
      let poster = Poster(signal)
      poster.start()
      signal.wait()
      #expect(MonotonicClock.nanoseconds == 0)
    }
  }
}

/// Posts from a thread of the system.
private final class Poster: Sendable {
  private let signal: Signal

  init(_ signal: Signal) { self.signal = signal }

  func start() {
    // Waits in the system, so that the clock has nothing to do meanwhile.
    Task.detached { [self] in
      await Task.yield()
      signal.post()
    }
  }
}
