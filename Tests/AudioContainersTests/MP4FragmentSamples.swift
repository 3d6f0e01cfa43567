import AudioModel

@testable import AudioContainers

extension MP4Sample {
  /// A file whose movie is followed by fragments.
  static func fragmented(
    _ name: String, _ fragments: [UInt8]..., sizes: [Int], entry: [UInt8] = aacEntry(),
    format: StreamFormat = aacFormat, cookie: [UInt8]? = nil, frames: [Int]? = nil,
    trim: FrameTrim? = nil, layout: ChannelLayout? = .stereo, movieSizes: [Int] = [],
    defaults: (duration: UInt32, size: UInt32) = (1024, 0),
    _ change: (inout MP4FileBytes) -> Void = { _ in }
  ) -> MP4Sample {
    var track = MP4TrackBytes(
      entry: entry, timescale: UInt32(format.sampleRate), sizes: movieSizes)
    if movieSizes.isEmpty { track.times = [(0, 0)] }
    var file = MP4FileBytes(tracks: [track])
    file.brand = "iso6"
    file.movieBoxes = box(
      "mvex", fullBox("trex", words(1, 1, defaults.duration, defaults.size, 0)))
    change(&file)
    return MP4Sample(
      testDescription: name, bytes: file.bytes + fragments.joined(), format: format,
      fileType: FourCC("m", "p", "4", "f"), layout: layout,
      cookie: cookie ?? streamDescriptor(lowComplexity), sizes: sizes, frames: frames, trim: trim)
  }

  static func payload(_ sizes: [Int]) -> [UInt8] {
    [UInt8](repeating: 5, count: sizes.reduce(0, +))
  }

  static let opusHead: [UInt8] =
    Array("OpusHead".utf8) + [1, 2, 56, 1, 0x44, 0xAC, 0, 0, 1, 0, 0]

  static let fragments: [MP4Sample] = [
    fragmented(
      "fragments with sizes",
      fragmentBytes(runs: [(0x200, 3, words(4, 5, 6))], payload: payload([15])),
      fragmentBytes(runs: [(0x200, 2, words(7, 8))], payload: payload([15])),
      sizes: [4, 5, 6, 7, 8]),
    fragmented(
      "runs with all fields",
      fragmentBytes(
        runs: [
          (0xF00, 2, words(1024, 4, 0, 0) + words(1024, 5, 0, 0)), (0x600, 1, words(6, 0)),
        ], payload: payload([15])), sizes: [4, 5, 6]),
    fragmented(
      "runs apart",
      fragmentBytes(
        runs: [(0x200, 2, words(4, 5)), (0x200, 1, words(6))], payload: payload([19]),
        runOffsets: [0, 13]), sizes: [4, 5, 6]),
    fragmented(
      "a size for the track",
      fragmentBytes(runs: [(0, 4, [])], payload: payload([12])), sizes: [3, 3, 3, 3],
      defaults: (1024, 3)),
    fragmented(
      "a size for the fragment",
      fragmentBytes(
        header: words(9), flags: 0x2_0010, runs: [(0, 2, [])], payload: payload([18])),
      sizes: [9, 9], defaults: (1024, 3)),
    fragmented(
      "a size for all, then a size for each",
      fragmentBytes(
        runs: [(0, 2, []), (0x200, 2, words(1, 2))], payload: payload([9])), sizes: [3, 3, 1, 2],
      defaults: (1024, 3)),
    fragmented(
      "another track's fragment between them",
      fragmentBytes(runs: [(0x200, 1, words(4))], payload: payload([4])),
      fragmentBytes(track: 2, runs: [(0x200, 1, words(4))], payload: payload([4])),
      fragmentBytes(runs: [(0x200, 1, words(5))], payload: payload([5])), sizes: [4, 5]),
    fragmented(
      "packets in the movie, too",
      fragmentBytes(runs: [(0x200, 2, words(7, 8))], payload: payload([15])),
      sizes: [2, 3, 7, 8], movieSizes: [2, 3]),
    fragmented(
      "Opus, its durations with the samples",
      fragmentBytes(runs: [(0x300, 2, words(960, 4) + words(480, 5))], payload: payload([9])),
      sizes: [4, 5], entry: soundEntry("Opus", rate: 48_000, opusBox),
      format: compressed(.opus, 48_000, 0, 2), cookie: opusHead, frames: [960, 480],
      trim: FrameTrim(primingFrames: 312, validFrames: 0, remainderFrames: 0),
      defaults: (0, 0)),
    fragmented(
      "PCM",
      fragmentBytes(runs: [(0, 3, [])], payload: payload([12])), sizes: [4, 4, 4],
      entry: soundEntry("ipcm", fullBox("pcmC", [1, 16])),
      format: linear(44_100, 2, 16, [.signedInteger, .packed]), cookie: [], defaults: (1, 4)),
    fragmented(
      "priming by an edit list",
      fragmentBytes(runs: [(0x200, 1, words(4))], payload: payload([4])), sizes: [4],
      trim: FrameTrim(primingFrames: 1024, validFrames: 0, remainderFrames: 0)
    ) { $0.tracks[0].edits = [(0, 1024)] },
    fragmented("no fragment yet", sizes: []),
  ]
}
