import AudioContainers

/// A playlist that libFuzzer made; checks trap if a rule is broken.
struct FuzzedPlaylist {
  private let playlist: HLSPlaylist

  /// Reads a playlist; `nil` if the bytes are none.
  init?(_ bytes: [UInt8]) {
    let source = HLSSource(
      .url("https://host/path/list.m3u8?token=a%2Fb&x=1"), variables: ["name": "value"])
    guard let playlist = try? HLSPlaylist(bytes.span, from: source) else { return nil }
    self.playlist = playlist
  }

  func check() {
    switch playlist {
    case .media(let list): Self.check(list)
    case .multivariant(let list): Self.check(list)
    }
  }

  private static func check(_ list: HLSMediaPlaylist) {
    precondition(list.targetDuration > 0 && list.targetDuration.isFinite)
    let address = HLSAddress(.url("https://host/path/list.m3u8"))
    var time = 0.0
    for segment in list.segments {
      precondition(segment.start == time && segment.duration >= 0, "times are not in order")
      precondition(!segment.uri.isEmpty, "a segment without a URI")
      precondition(segment.range.map { $0.offset >= 0 && $0.end >= $0.offset } ?? true)
      let vector = segment.key?.vectorBytes(forSequence: segment.sequence)
      precondition(vector.map { $0.count == 16 } ?? true)
      _ = address.resolve(segment.uri)
      time = segment.end
    }
    let range = list.seekableRange
    precondition(range.lowerBound == 0 && range.upperBound <= list.duration)
    for time in [-1, 0, time / 2, time, time + 1] { check(list.position(at: time), in: list) }
    check(list.startPosition(), in: list)
    var reload = HLSReload(list, loadedAt: 0)
    reload.take(list, after: list, loadedAt: 1)
    precondition((reload.next == nil) == list.hasEnded)
  }

  private static func check(_ position: HLSPosition?, in list: HLSMediaPlaylist) {
    guard let position else {
      precondition(list.segments.isEmpty, "no position in segments")
      return
    }
    let segment = list.segments[position.index]
    precondition((0...segment.duration).contains(position.offset), "outside of the segment")
  }

  private static func check(_ list: HLSMultivariantPlaylist) {
    precondition(!list.variants.isEmpty)
    var choice = HLSVariantChoice(list.variants) { $0.hasPrefix("mp4a") }
    for bandwidth in [1e5, 1e3, 1e9] {
      choice.take(bandwidth: bandwidth)
      guard let index = choice.index else { return }
      _ = list.audioRendition(of: list.variants[index], language: "en")
    }
    var count = 0
    while choice.exclude() { count += 1 }
    precondition(count < list.variants.count, "a variant was excluded twice")
  }

  /// Checks that playback continues from a previous version.
  func check(after previous: FuzzedPlaylist) {
    guard case .media(let old) = previous.playlist, case .media(let new) = playlist else { return }
    var timeline = HLSTimeline(old)
    timeline.update(new)
    precondition(timeline.origin.isFinite)
    guard let last = old.segments.last else { return }
    switch HLSContinuation(after: last, of: old, in: new) {
    case .segment(let index): precondition(new.segments.indices.contains(index))
    case .jump(let position): Self.check(position, in: new)
    case .pending: precondition(!new.hasEnded, "the wait does not end")
    case .end: precondition(new.hasEnded, "an end of a live playlist")
    }
  }
}

/// The start of a segment that libFuzzer made.
enum FuzzedSegment {
  static func check(_ bytes: [UInt8]) {
    for isEnd in [false, true] {
      switch HLSPackedAudio(bytes.span, isEnd: isEnd) {
      case .needs(let count): precondition(!isEnd && count > bytes.count)
      case .audio(let offset, let timestamp):
        precondition(!isEnd || offset <= bytes.count)
        precondition(timestamp ?? 0 < 1 << 33)
      }
    }
  }
}
