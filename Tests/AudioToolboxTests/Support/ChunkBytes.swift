/// The bytes of handmade files.
enum ChunkBytes {
  static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func big(_ value: Int, _ width: Int) -> [UInt8] { little(value, width).reversed() }

  /// A chunk of a RIFF form.
  static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
    Array(tag.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  /// A WAVE file of 16-bit stereo at 8 kHz, with chunks before and after the audio.
  static func wave(before: [UInt8] = [], frames: Int, after: [UInt8] = []) -> [UInt8] {
    let format =
      little(1, 2) + little(2, 2) + little(8000, 4) + little(32_000, 4) + little(4, 2)
      + little(16, 2)
    let audio = [UInt8](repeating: 1, count: frames * 4)
    let chunks = chunk("fmt ", format) + before + chunk("data", audio) + after
    return chunk("RIFF", Array("WAVE".utf8) + chunks)
  }

  /// A box of a movie.
  static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    big(body.count + 8, 4) + Array(type.utf8) + body
  }

  /// A box of a movie that has a version and flags.
  static func fullBox(_ type: String, _ body: [UInt8]) -> [UInt8] {
    box(type, [0, 0, 0, 0] + body)
  }

  /// A sound track of a movie.
  struct Track {
    var codec: String
    var channels: Int
    var rate: Int
    /// Boxes in the description.
    var boxes: [UInt8] = []
    var samples: [[UInt8]]
    var framesPerSample: Int
    var handler = "soun"
    /// The track whose texts are this one's chapters.
    var chapters: Int?
  }

  /// An M4A file; `extra` are boxes in the movie.
  ///
  /// Source: ISO/IEC 14496-12, 8.
  static func movie(_ tracks: [Track], extra: [UInt8] = []) -> [UInt8] {
    let type = box("ftyp", Array("M4A ".utf8) + [0, 0, 0, 0])
    let audio = tracks.map { Array($0.samples.joined()) }
    var movie: [UInt8] = []
    // The offsets depend on the size of the movie, which does not depend on them.
    for _ in 0..<2 {
      var offset = type.count + movie.count + 8
      var body = fullBox("mvhd", big(0, 8) + big(1000, 4) + big(0, 4))
      for (index, track) in tracks.enumerated() {
        body += box("trak", trackBoxes(track, offset: offset, number: index + 1))
        offset += audio[index].count
      }
      movie = box("moov", body + extra)
    }
    return type + movie + box("mdat", Array(audio.joined()))
  }

  private static func trackBoxes(_ track: Track, offset: Int, number: Int) -> [UInt8] {
    let entry = box(
      track.codec,
      big(1, 8) + big(0, 8) + big(track.channels, 2) + big(16, 2) + big(0, 4)
        + big(track.rate << 16, 4) + track.boxes)
    let sizes = track.samples.flatMap { big($0.count, 4) }
    let table =
      fullBox("stsd", big(1, 4) + entry)
      + fullBox("stts", big(1, 4) + big(track.samples.count, 4) + big(track.framesPerSample, 4))
      + fullBox("stsc", big(1, 4) + big(1, 4) + big(track.samples.count, 4) + big(1, 4))
      + fullBox("stsz", big(0, 4) + big(track.samples.count, 4) + sizes)
      + fullBox("stco", big(1, 4) + big(offset, 4))
    let media =
      fullBox("mdhd", big(0, 8) + big(track.rate, 4) + big(0, 4))
      + fullBox("hdlr", big(0, 4) + Array(track.handler.utf8) + big(0, 12))
      + box("minf", box("stbl", table))
    let reference = track.chapters.map { box("tref", box("chap", big($0, 4))) } ?? []
    return fullBox("tkhd", big(0, 8) + big(number, 4) + big(0, 8)) + reference + box("mdia", media)
  }

  /// An `esds` box with the configuration of an AAC decoder.
  ///
  /// Source: ISO/IEC 14496-1, 7.2.6.
  static func streamDescriptor(_ configuration: [UInt8]) -> [UInt8] {
    let specific = [5, UInt8(configuration.count)] + configuration
    let decoder = [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + specific
    let body = [0, 1, 0, 4, UInt8(decoder.count)] + decoder + [6, 1, 2]
    return fullBox("esds", [3, UInt8(body.count)] + body)
  }
}
