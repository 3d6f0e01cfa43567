import AudioRealtime
import Synchronization
import Testing

/// A clock that advances only while every thread waits.
@Suite struct VirtualClockTests {
  @Test("waiting an hour takes no real time, and lasts an hour")
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

  @Test("a thread outside the clock wakes an idle clock")
  func outside() {
    VirtualClock().run {
      let signal = Signal()
      VirtualClock.outside {
        _ = AudioThread(name: "test") { signal.post() }
      }
      signal.wait()
      #expect(MonotonicClock.nanoseconds == 0)
    }
  }

  @Test("while a thread is outside, time stands still, and posts wake other threads")
  func timeStandsStill() {
    VirtualClock().run {
      let request = Signal()
      let answer = VirtualClock.outside { Signal() }
      let log = Mutex<[Int]>([])
      let thread = AudioThread(name: "test") {
        for _ in 0..<3 {
          request.wait()
          log.withLock { $0.append(MonotonicClock.nanoseconds) }
          answer.post()
        }
        VirtualClock.sleep(nanoseconds: 1000)
        log.withLock { $0.append(MonotonicClock.nanoseconds) }
      }
      VirtualClock.sleep(nanoseconds: 5)
      VirtualClock.outside {
        #expect(VirtualClock.identity == 0 && MonotonicClock.nanoseconds != 5)
        for _ in 0..<3 {
          request.post()
          answer.wait()
        }
        // The thread sleeps, or is about to.
        let other = AudioThread(name: "test") {}
        other.join()
        #expect(log.withLock { $0 } == [5, 5, 5])
      }
      #expect(VirtualClock.identity != 0 && MonotonicClock.nanoseconds == 5)
      thread.join()
      #expect(log.withLock { $0 } == [5, 5, 5, 1005])
    }
  }

  @Test("a closure outside all clocks runs unchanged, and its errors are rethrown")
  func outsideOfAll() {
    struct Failure: Error {}
    #expect(VirtualClock.outside { 7 } == 7)
    VirtualClock().run {
      #expect(throws: Failure.self) { try VirtualClock.outside { throw Failure() } }
      #expect(VirtualClock.identity != 0)
      VirtualClock.sleep(nanoseconds: 10)
      #expect(MonotonicClock.nanoseconds == 10)
    }
  }
}
