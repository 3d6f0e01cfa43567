import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioPlayback

@Suite struct ItemPlayerTests {
  @Test("an item plays to its end, and then pauses there")
  func oneItem() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      let id = test.insert(try test.item(seconds: 5))
      #expect(test.player.control == .paused)
      test.player.setRate(1)
      #expect(test.player.control == .waiting(.evaluating))
      test.sleep(2)
      #expect(test.player.control == .playing)
      #expect(abs(test.player.time - 2) < 0.05)
      test.sleep(10)
      #expect(test.events == ["5.0: \(id) ended"])
      #expect(test.player.control == .paused && test.player.rate == 0)
      #expect(test.player.time == 5)
      // Nothing is left to play until a seek.
      test.player.setRate(1)
      test.sleep(10)
      #expect(test.events.count == 1)
      #expect(test.player.control == .paused && test.player.rate == 0)
    }
  }

  @Test("a queue continues without a gap, and reports each end once")
  func queue() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      test.player.setEndAction(.advance)
      for channelCount in [1, 2, 1] {
        test.insert(try test.item(seconds: 2, channelCount: channelCount))
      }
      test.player.setRate(1)
      test.sleep(3)
      #expect(test.player.itemIDs == [2, 3])
      #expect(abs(test.player.time - 1) < 0.05)
      test.sleep(10)
      #expect(test.events == ["2.0: 1 ended", "4.0: 2 ended", "6.0: 3 ended"])
      #expect(test.player.itemIDs.isEmpty)
      // An item inserted after the end plays at once.
      test.insert(try test.item(seconds: 1))
      test.sleep(10)
      #expect(test.events.last == "14.0: 4 ended")
    }
  }

  @Test("items that end before the player looks again play once, and report their ends in order")
  func instantItems() throws {
    let folder = try TemporaryFolder()
    try VirtualClock().run {
      // The device takes all frames at once.
      let test = try ItemPlayerTest(.offline(path: folder.url("out.wav").path))
      test.player.setEndAction(.advance)
      for _ in 0..<3 { test.insert(try test.item(seconds: 0.25)) }
      test.player.setRate(1)
      test.sleep(10)
      let ends = test.events.filter { $0.hasSuffix("ended") }
      #expect(ends.map { $0.suffix(7) } == ["1 ended", "2 ended", "3 ended"])
      let size =
        try FileManager.default.attributesOfItem(
          atPath: folder.url("out.wav").path)[.size] as? NSNumber
      let frames = 3 * 2000
      #expect((frames * 8..<frames * 8 + 200).contains(size?.intValue ?? 0))
    }
  }

  @Test("seeks complete once: the last one with true, older ones with false")
  func seeks() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      test.insert(try test.item(seconds: 10))
      test.player.seek(to: 3) { test.add("first \($0)") }
      test.player.seek(to: 4) { test.add("second \($0)") }
      test.settle()
      #expect(test.events == ["0.0: first false", "0.0: second true", "0.0: 1 jumped to 4.0"])
      test.player.setRate(1)
      test.sleep(2)
      #expect(abs(test.player.time - 6) < 0.05)
      test.player.seek(to: 9) { test.add("third \($0)") }
      test.settle()
      test.sleep(0.5)
      #expect(abs(test.player.time - 9.5) < 0.05)
      test.sleep(5)
      #expect(
        Array(test.events.suffix(3)) == ["2.0: third true", "2.0: 1 jumped to 9.0", "3.0: 1 ended"])
      test.player.seek(to: 0) { test.add("fourth \($0)") }
      test.settle()
      test.player.setRate(1)
      test.sleep(20)
      #expect(test.events.last == "17.5: 1 ended")
    }
  }

  @Test("a seek without an item, and one that is pending at a removal, complete with false")
  func seeksWithoutItem() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      test.player.seek(to: 3) { test.add("none \($0)") }
      let id = test.insert(try test.item(seconds: 10))
      test.player.seek(to: 3) { test.add("removed \($0)") }
      test.player.remove(id)
      test.settle()
      #expect(test.events == ["0.0: none false", "0.0: removed false"])
    }
  }

  @Test("an item that was read ahead starts at its beginning if the previous one is removed")
  func removalNearTheEnd() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      test.player.setEndAction(.advance)
      let ids = try (0..<3).map { _ in test.insert(try test.item(seconds: 1)) }
      test.player.setRate(1)
      test.sleep(0.8)
      test.player.remove(ids[0])
      test.sleep(0.5)
      #expect(test.player.itemIDs == [ids[1], ids[2]])
      #expect(abs(test.player.time - 0.5) < 0.05)
      test.sleep(5)
      #expect(test.events == ["1.8: \(ids[1]) ended", "2.8: \(ids[2]) ended"])
    }
  }

  @Test("a broken item fails, and leaves no trace in the next one")
  func failure() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      let id = test.insert(try test.brokenItem())
      test.player.setRate(1)
      test.sleep(1)
      #expect(test.events == ["0.0: 1 failed"])
      let next = test.insert(try test.item(seconds: 2))
      test.player.remove(id)
      test.sleep(10)
      #expect(test.events == ["0.0: 1 failed", "3.0: \(next) ended"])
    }
  }

  @Test("observers are called at multiples of their interval and at boundary times")
  func observers() throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      let times = Mutex<[Double]>([])
      let passed = Mutex<[Double]>([])
      test.insert(try test.item(seconds: 3))
      test.player.add(
        TimeObservation(.every(0.5)) { time, _ in times.withLock { $0.append(time) } })
      test.player.add(
        TimeObservation(.each([0.7, 2.2])) { time, _ in passed.withLock { $0.append(time) } })
      test.player.setRate(1)
      test.sleep(10)
      let steps = times.withLock { $0 }.map { ($0 * 10).rounded() / 10 }
      // The start, each half second, and the stop at the end.
      #expect(steps == [0, 0.5, 1, 1.5, 2, 2.5, 3])
      #expect(passed.withLock { $0 }.map { ($0 * 10).rounded() / 10 } == [0.7, 2.2])
    }
  }

  @Test(
    "a rate scales the passing time", .enabled(if: ItemPlayer.canChangeSpeed),
    arguments: [0.5, 2] as [Float])
  func rates(rate: Float) throws {
    try VirtualClock().run {
      let test = try ItemPlayerTest()
      test.insert(try test.item(seconds: 10))
      test.player.setRate(1)
      test.sleep(2)
      test.player.setRate(rate)
      test.sleep(2)
      #expect(abs(test.player.time - (2 + 2 * Double(rate))) < 0.4)
      test.player.setRate(1)
      test.sleep(60)
      #expect(test.events.count == 1 && test.player.time == 10)
    }
  }
}
