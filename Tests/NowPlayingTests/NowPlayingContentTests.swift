import Testing

@testable import NowPlaying

/// The state of a player, in seconds of a clock that the tests set.
@Suite struct NowPlayingContentTests {
  private static let second = 1_000_000_000

  private static func update(
    _ title: String, elapsed: Double? = nil, rate: Double? = nil, duration: Double? = 100
  ) -> NowPlayingContent.Update {
    var track = NowPlayingTrack()
    track.title = title
    track.duration = duration
    var update = NowPlayingContent.Update(track: track)
    update.elapsed = elapsed
    update.rate = rate
    return update
  }

  private static func content(_ first: NowPlayingContent.Update) -> NowPlayingContent {
    var content = NowPlayingContent()
    content.set(first, at: 0)
    return content
  }

  @Test("the position follows from the elapsed time, the rate, and the time since they were set")
  func extrapolation() {
    let content = Self.content(Self.update("a", elapsed: 10, rate: 1.5))
    #expect(content.seconds(at: 0) == 10)
    #expect(content.seconds(at: 4 * Self.second) == 16)
    #expect(content.seconds(at: 1000 * Self.second) == 100, "the duration is the end")
  }

  @Test("a rate of 0 or a paused state stops the position")
  func pauses() {
    var content = Self.content(Self.update("a", elapsed: 10, rate: 0))
    #expect(content.status == .paused)
    #expect(content.seconds(at: 5 * Self.second) == 10)
    #expect(content.rate == 1, "a rate of 0 is not published")
    content.set(Self.update("a", elapsed: 10, rate: 1), at: 5 * Self.second)
    #expect(content.status == .playing)
    content.set(.paused, at: 8 * Self.second)
    #expect(content.seconds(at: 20 * Self.second) == 13)
    content.set(Self.update("a", rate: 1), at: 20 * Self.second)
    #expect(content.status == .paused, "the state wins over an old rate")
    #expect(content.seconds(at: 30 * Self.second) == 13)
  }

  @Test("a state that plays wins over an older rate of 0, and a newer rate of 0 over the state")
  func stateAndRate() {
    var content = Self.content(Self.update("a", elapsed: 3, rate: 0))
    content.set(.playing, at: 0)
    #expect(content.status == .playing)
    #expect(content.seconds(at: 2 * Self.second) == 5)
    content.set(Self.update("a", rate: 0), at: 2 * Self.second)
    #expect(content.status == .paused)
    #expect(content.seconds(at: 9 * Self.second) == 5)
  }

  @Test("a dictionary without an elapsed time continues the same item, and starts a new title at 0")
  func missingElapsedTime() {
    var content = Self.content(Self.update("a", elapsed: 10, rate: 1))
    content.set(Self.update("a", rate: 1), at: 5 * Self.second)
    #expect(content.seconds(at: 5 * Self.second) == 15)
    #expect(content.trackCount == 1)
    content.set(Self.update("b", rate: 1), at: 6 * Self.second)
    #expect(content.seconds(at: 6 * Self.second) == 0)
    #expect(content.trackCount == 2)
    #expect(content.jumpCount == 1, "only the first description, which starts at 10")
  }

  @Test("jumps are counted, and stated times that are late are not")
  func jumps() {
    var content = Self.content(Self.update("a", elapsed: 0, rate: 1))
    for second in 1...20 {
      content.set(
        Self.update("a", elapsed: Double(second) - 0.1, rate: 1), at: second * Self.second)
    }
    #expect(content.jumpCount == 0)
    content.set(Self.update("a", elapsed: 60, rate: 1), at: 20 * Self.second)
    #expect(content.jumpCount == 1)
    content.set(Self.update("a", elapsed: 5, rate: 1), at: 20 * Self.second)
    #expect(content.jumpCount == 2)
  }

  @Test("values that arrive later describe the same item")
  func growingDescription() {
    var first = NowPlayingTrack()
    first.title = "a"
    var later = first
    later.artists = ["b"]
    later.album = "c"
    #expect(later.describesSameItem(as: first))
    var other = later
    other.artists = ["d"]
    #expect(!other.describesSameItem(as: later))
    other = later
    other.queueIndex = 1
    #expect(other.describesSameItem(as: later))
    later.queueIndex = 0
    #expect(!other.describesSameItem(as: later))
  }

  @Test("a player that waits for data plays without moving")
  func stalls() {
    var update = Self.update("a", elapsed: 10, rate: 1)
    update.isStalled = true
    let content = Self.content(update)
    #expect(content.status == .playing)
    #expect(content.seconds(at: 9 * Self.second) == 10)
  }

  @Test("an unloaded player has stopped")
  func unloading() {
    var content = Self.content(Self.update("a", elapsed: 10, rate: 1))
    content.set(.playing, at: 0)
    content.set(nil as NowPlayingContent.Update?, at: 0)
    #expect(content.track == nil)
    #expect(content.status == .stopped)
    #expect(content.seconds(at: 9 * Self.second) == 0)
  }
}
