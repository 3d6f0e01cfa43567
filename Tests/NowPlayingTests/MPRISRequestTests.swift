import Testing

@testable import NowPlaying

/// The effects of requests, as the specification of MPRIS states them.
@Suite struct MPRISRequestTests {
  private static let all = RemoteCommands.Kinds([
    .play, .pause, .toggle, .stop, .next, .previous, .changePosition, .changeRate, .changeRepeat,
    .changeShuffle, .changeVolume,
  ])

  private static func properties(
    _ kinds: RemoteCommands.Kinds, rate: Double = 1, duration: Double? = 100,
    isLive: Bool = false
  ) -> MPRISProperties {
    var content = NowPlayingContent()
    var track = NowPlayingTrack()
    track.title = "title"
    track.duration = duration
    track.isLive = isLive
    var update = NowPlayingContent.Update(track: track)
    update.elapsed = 50
    update.rate = rate
    content.set(update, at: 0)
    content.commands.kinds = kinds
    content.commands.rates = [0.5, 1, 2]
    return MPRISProperties(
      identity: PlayerIdentity(name: "Test", program: "test"), content: content)
  }

  private static func effect(
    _ request: MPRISRequest, _ kinds: RemoteCommands.Kinds = all, rate: Double = 1,
    isLive: Bool = false
  ) -> MPRISRequest.Effect {
    request.effect(on: properties(kinds, rate: rate, isLive: isLive), at: 0)
  }

  @Test("a method has no effect while its ability is missing")
  func missingAbilities() {
    let methods: [MPRISRequest] = [
      .next, .previous, .pause, .stop, .play, .seek(5), .setPosition("/x", 0), .raise, .quit,
    ]
    for method in methods { #expect(Self.effect(method, []) == .nothing, "\(method)") }
    #expect(Self.effect(.playPause, []) == .unsupported)
  }

  @Test("playback methods use the best command with a handler")
  func playback() {
    #expect(Self.effect(.play) == .nothing, "it plays already")
    #expect(Self.effect(.play, rate: 0) == .request(.play))
    #expect(Self.effect(.play, .toggle, rate: 0) == .request(.toggle))
    #expect(Self.effect(.pause) == .request(.pause))
    #expect(Self.effect(.pause, .toggle) == .request(.toggle))
    #expect(Self.effect(.pause, rate: 0) == .nothing, "it pauses already")
    #expect(Self.effect(.playPause) == .request(.toggle))
    #expect(Self.effect(.playPause, [.play, .pause]) == .request(.pause))
    #expect(Self.effect(.playPause, [.play, .pause], rate: 0) == .request(.play))
    #expect(Self.effect(.stop) == .request(.stop))
    #expect(Self.effect(.stop, [.pause]) == .request(.pause))
    #expect(Self.effect(.next) == .request(.next))
    #expect(Self.effect(.previous) == .request(.previous))
  }

  @Test("a seek is relative, ends at the start, and continues with the next item after the end")
  func seeks() {
    #expect(Self.effect(.seek(10_000_000)) == .request(.changePosition(60)))
    #expect(Self.effect(.seek(-60_000_000)) == .request(.changePosition(0)))
    #expect(Self.effect(.seek(60_000_000)) == .request(.next))
    #expect(Self.effect(.seek(60_000_000), .changePosition) == .nothing)
    #expect(Self.effect(.seek(7_000_000), .skipForward) == .request(.skip(7)))
    #expect(Self.effect(.seek(-7_000_000), .skipForward) == .nothing)
    #expect(Self.effect(.seek(-7_000_000), .skipBackward) == .request(.skip(-7)))
    #expect(Self.effect(.seek(7_000_000), isLive: true) == .nothing)
    #expect(Self.effect(.seek(.min)) == .request(.changePosition(0)))
    #expect(Self.effect(.seek(.max)) == .request(.next))
  }

  @Test("a position is set for the current item only, and within its duration")
  func positions() {
    let path = "/org/opencoreaudio/track/1"
    #expect(Self.effect(.setPosition(path, 30_000_000)) == .request(.changePosition(30)))
    #expect(Self.effect(.setPosition(path, 100_000_000)) == .request(.changePosition(100)))
    #expect(Self.effect(.setPosition(path, 100_000_001)) == .nothing)
    #expect(Self.effect(.setPosition(path, -1)) == .nothing)
    #expect(Self.effect(.setPosition(path + "0", 0)) == .nothing)
    #expect(Self.effect(.setPosition(path, 0), .skipForward) == .nothing)
  }

  @Test("properties are set within their values, and only with a handler")
  func settings() {
    #expect(Self.effect(.setLoopStatus("Track")) == .request(.changeRepeat(.one)))
    #expect(Self.effect(.setLoopStatus("Playlist")) == .request(.changeRepeat(.all)))
    #expect(Self.effect(.setLoopStatus("None")) == .request(.changeRepeat(.off)))
    #expect(Self.effect(.setLoopStatus("track")) == .invalid)
    #expect(Self.effect(.setLoopStatus("Track"), []) == .unsupported)
    #expect(Self.effect(.setShuffle(true)) == .request(.changeShuffle(true)))
    #expect(Self.effect(.setShuffle(true), []) == .unsupported)
    #expect(Self.effect(.setRate(0)) == .request(.pause))
    #expect(Self.effect(.setRate(1.6)) == .request(.changeRate(2)))
    #expect(Self.effect(.setRate(2.1)) == .invalid)
    #expect(Self.effect(.setRate(-1)) == .invalid)
    #expect(Self.effect(.setRate(.nan)) == .invalid)
    #expect(Self.effect(.setRate(1.6), []) == .unsupported)
    #expect(Self.effect(.setVolume(-3)) == .request(.changeVolume(0)))
    #expect(Self.effect(.setVolume(.infinity)) == .invalid)
    #expect(Self.effect(.setVolume(1), []) == .unsupported)
    #expect(Self.effect(.setFullscreen) == .unsupported)
    #expect(Self.effect(.openURI) == .unsupported)
  }

  @Test("abilities follow from commands and the item")
  func abilities() {
    func value(_ name: String, _ properties: MPRISProperties) -> MPRISValue? {
      properties.value(name, at: 0)
    }
    let can = Self.properties(Self.all)
    let live = Self.properties(Self.all, isLive: true)
    for name in ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek", "CanControl"] {
      #expect(value(name, can) == .boolean(true), "\(name)")
      let cannot = Self.properties([])
      #expect(value(name, cannot) == .boolean(name == "CanControl"), "\(name)")
    }
    #expect(value("CanSeek", live) == .boolean(false))
    #expect(value("MinimumRate", can) == .number(0.5))
    #expect(value("MaximumRate", can) == .number(2))
    #expect(value("MaximumRate", Self.properties([], rate: 1.5)) == .number(1.5))
    #expect(value("Position", can) == .wide(50_000_000))
    #expect(value("Unknown", can) == nil)
  }
}
