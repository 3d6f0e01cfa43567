import NowPlaying
import Testing

@testable import PlayTool

@Suite struct PlayOrderTests {
  /// Takes the same pseudorandom numbers each time.
  private struct Fixed: RandomNumberGenerator {
    var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 31
    }
  }

  private func order(
    _ names: String..., repeats: PlayOrder.Repeat = .off, shuffles: Bool = false
  ) -> PlayOrder {
    PlayOrder(
      names.map { QueuedName(name: $0) }, repeats: repeats, shuffles: shuffles, random: Fixed())
  }

  /// Takes, opens and plays an entry.
  private func play(_ order: inout PlayOrder, isSkip: Bool = false) -> String? {
    guard let entry = order.take(isSkip: isSkip) else { return nil }
    _ = order.open(entry)
    order.noteSound()
    return entry.name.name
  }

  private func play(_ order: inout PlayOrder, count: Int) -> String {
    (0..<count).map { _ in play(&order) ?? "-" }.joined()
  }

  @Test("a list ends, repeats, or repeats its first entry")
  func repeats() {
    var once = order("a", "b", "c")
    #expect(play(&once, count: 5) == "abc--")
    var all = order("a", "b", "c", repeats: .all)
    #expect(play(&all, count: 7) == "abcabca")
    var one = order("a", "b", repeats: .one)
    #expect(play(&one, count: 3) == "aaa")
    #expect(play(&one, isSkip: true) == "b")
    #expect(play(&one, count: 2) == "bb")
    #expect(play(&one, isSkip: true) == "a")
  }

  @Test("a list without sound ends")
  func silence() {
    var all = order("a", "b", repeats: .all)
    let names = (0..<4).map { _ in all.take(isSkip: false)?.name.name ?? "-" }
    #expect(names == ["a", "b", "-", "-"])
    var one = order("a", repeats: .one)
    #expect(one.take(isSkip: false) != nil)
    #expect(one.take(isSkip: false) == nil)
  }

  @Test("a change of the repetition applies to the next entry")
  func changes() {
    var order = order("a", "b")
    #expect(play(&order, count: 1) == "a")
    order.set(repeats: .one)
    #expect(play(&order, count: 2) == "aa")
    order.forget(after: 0)
    order.set(repeats: .all)
    #expect(play(&order, count: 3) == "bab")
  }

  @Test("playlists play in the place of their entry, or mixed with the others")
  func expands() {
    func names(shuffles: Bool) -> String {
      var order = order("l", "x", "y", shuffles: shuffles)
      var played = ""
      while let entry = order.take(isSkip: false) {
        if entry.name.name == "l" {
          order.expand(entry, to: "abcdefgh".map { QueuedName(name: String($0)) })
        } else {
          played += entry.name.name
        }
      }
      return played
    }
    #expect(names(shuffles: false) == "abcdefghxy")
    let shuffled = names(shuffles: true)
    #expect(shuffled != "abcdefghxy" && shuffled.sorted() == Array("abcdefghxy"))
  }

  @Test("shuffled names follow the list again after the shuffling ends")
  func sorts() {
    var order = order("a", "b", "c", "d", "e", "f", "g", "h")
    #expect(play(&order, count: 2) == "ab")
    order.set(shuffles: true)
    let third = play(&order, count: 1)
    order.set(shuffles: false)
    #expect(play(&order, count: 6) == String("cdefgh".filter { String($0) != third }) + "-")
  }

  @Test("earlier entries play again, without their repetitions")
  func rewinds() {
    var order = order("a", "b", "c")
    #expect(play(&order, count: 1) == "a")
    order.set(repeats: .one)
    #expect(play(&order, count: 2) == "aa")
    #expect(play(&order, isSkip: true) == "b")
    order.set(repeats: .off)
    #expect(order.number(before: 0) == nil && order.number(before: 2) == nil)
    #expect(order.number(before: 3) == 2)
    order.rewind(to: 2)
    #expect(play(&order, count: 4) == "abc-")
    order.rewind(to: 0)
    #expect(play(&order, count: 4) == "abc-")
  }

  @Test("only the last thousand entries can be returned to, and numbers continue")
  func forgets() {
    var order = order("a", "b", repeats: .all)
    for _ in 0..<1500 { _ = play(&order) }
    #expect(order.number(before: 501) == 500)
    #expect(order.number(before: 500) == nil)
    order.rewind(to: 501)
    #expect(play(&order, count: 3) == "bab")
  }

  @Test(
    "numbers in names count by their value, and case only between equal names",
    arguments: [
      ["1", "2", "10", "a"], ["a1b2", "a1b10", "a2b1"], ["Track 2", "track 10"],
      ["a", "A1", "b"], ["e", "\u{E9}a", "f"], ["7", "007x", "8"], ["A", "a", "b"],
      ["x99999999999999999999", "x100000000000000000000"], ["a", "a b", "a1"],
    ])
  func sorts(names: [String]) {
    for (index, name) in names.enumerated() {
      #expect(!NaturalOrder.areInIncreasingOrder(name, name))
      for later in names[(index + 1)...] {
        #expect(NaturalOrder.areInIncreasingOrder(name, later), "\(name) < \(later)")
        #expect(!NaturalOrder.areInIncreasingOrder(later, name), "\(name) < \(later)")
      }
    }
  }

  @Test("the progress line describes the transfer")
  func describesTransfers() {
    #expect(SourceProgress(bufferedFraction: 0.5, bufferedSeconds: 9).words == ["buffered 50%"])
    #expect(
      SourceProgress(bufferedSeconds: 9.9, reconnectCount: 1).words
        == ["buffered 9 s", "1 reconnect"])
    #expect(SourceProgress(reconnectCount: 2).words == ["2 reconnects"])
    #expect(
      SourceProgress(reconnectCount: 2, isReconnecting: true).words == ["reconnecting"])
  }
}
