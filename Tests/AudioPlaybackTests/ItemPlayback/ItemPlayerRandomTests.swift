import AudioRealtime
import Synchronization
import Testing

@testable import AudioPlayback

/// Random calls on a player, against rules that always hold.
@Suite struct ItemPlayerRandomTests {
  /// A sequence that is the same for each seed (xorshift).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  @Test(
    "every seek completes once, and every item leaves the queue",
    arguments: 1...40 as ClosedRange<UInt64>)
  func randomCalls(seed: UInt64) throws {
    let completions = Mutex<[Int: Int]>([:])
    var seekCount = 0
    try VirtualClock().run {
      var random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
      let test = try ItemPlayerTest()
      let player = test.player
      let items = try (0..<4).map { try test.item(seconds: 0.5 + Double($0)).bytes }
      player.setEndAction(.advance)
      for _ in 0..<300 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: test.insert(MediaItem(items[Int.random(in: 0..<4, using: &random)]))
        case 2:
          if let id = player.itemIDs.randomElement(using: &random) { player.remove(id) }
        case 3: player.setRate(0)
        case 4: player.setRate(1)
        case 5:
          player.setRate([-32, -2, -1, -0.5, 0.5, 1.5, 2, 32].randomElement(using: &random) ?? 1)
        case 6, 7:
          let number = seekCount
          seekCount += 1
          player.seek(to: Double.random(in: -1...5, using: &random)) { _ in
            completions.withLock { $0[number, default: 0] += 1 }
          }
        case 8: player.setVolume(Float.random(in: 0...1, using: &random), isMuted: false)
        default: test.sleep(Double.random(in: 0...1, using: &random))
        }
        #expect(player.time >= 0)
        if player.control == .paused { #expect(player.rate == 0) }
      }
      player.setRate(1)
      test.sleep(300)
      #expect(player.itemIDs.isEmpty && player.control == .waiting(.noItem))
      #expect(!test.events.contains { $0.contains("failed") })
      player.shutDown()
    }
    #expect(completions.withLock { $0 } == Dictionary((0..<seekCount).map { ($0, 1) }) { $1 })
  }
}
