import Testing

@testable import AudioContainers

@Suite struct HLSReloadTests {
  private func playlist(_ first: Int, tags: String = "", target: Int = 6) throws
    -> HLSMediaPlaylist
  {
    try hlsMedia(
      "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(tags)a\nb\n")
  }

  @Test("a changed list is loaded after its target duration, an unchanged one after half of it")
  func paces() throws {
    let first = try playlist(1)
    var reload = HLSReload(first, loadedAt: 100)
    #expect(reload.next == 106)
    reload.take(first, after: first, loadedAt: 107)
    #expect(reload.next == 110)
    let second = try playlist(2, target: 8)
    reload.take(second, after: first, loadedAt: 110)
    #expect(reload.next == 118)
    reload.fail(loadedAt: 119)
    #expect(reload.next == 123)
  }

  @Test("new tokens in the URIs are no change")
  func ignoresTokens() throws {
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    let first = try hlsMedia(head + "a?t=1\n")
    var reload = HLSReload(first, loadedAt: 0)
    reload.take(try hlsMedia(head + "a?t=2\n"), after: first, loadedAt: 6)
    #expect(reload.next == 9)
    #expect(reload.isLate(at: 9.5))
  }

  @Test("an ended list is not loaded again", arguments: ["ENDLIST", "PLAYLIST-TYPE:VOD"])
  func ends(tag: String) throws {
    let live = try playlist(1)
    let ended = try playlist(2, tags: "#EXT-X-\(tag)\n")
    #expect(HLSReload(ended, loadedAt: 0).next == nil)
    var reload = HLSReload(live, loadedAt: 0)
    reload.take(ended, after: live, loadedAt: 6)
    #expect(reload.next == nil)
    #expect(!reload.isLate(at: 1000))
    reload.fail(loadedAt: 1000)
    #expect(reload.next == nil)
  }

  @Test("a list without changes for one and a half target durations is late, and may recover")
  func isLate() throws {
    let first = try playlist(1)
    var reload = HLSReload(first, loadedAt: 10)
    reload.take(first, after: first, loadedAt: 16)
    reload.fail(loadedAt: 18)
    #expect(!reload.isLate(at: 19))
    #expect(reload.isLate(at: 19.1))
    reload.take(try playlist(2), after: first, loadedAt: 20)
    #expect(!reload.isLate(at: 29))
    #expect(reload.isLate(at: 29.1))
  }
}
