/// Returns the bytes of a box.
func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
  let body = Array(parts.joined())
  let name: [UInt8] = type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  return bigEndian(UInt32(body.count + 8)) + name + body
}

/// Returns the bytes of a box with version and flags.
func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ parts: [UInt8]...) -> [UInt8]
{
  box(type, bigEndian(UInt32(version) << 24 | flags), Array(parts.joined()))
}

/// Returns a box with a 64-bit size.
func wideBox(_ type: String, _ body: [UInt8]) -> [UInt8] {
  bigEndian(1 as UInt32) + Array(type.utf8) + bigEndian(UInt64(body.count + 16)) + body
}

func words(_ values: UInt32...) -> [UInt8] { values.flatMap { bigEndian($0) } }

/// Returns a descriptor with its size in one byte, or in four as most writers use.
func descriptor(_ tag: UInt8, _ body: [UInt8], isLong: Bool = false) -> [UInt8] {
  (isLong ? [tag, 0x80, 0x80, 0x80] : [tag]) + [UInt8(body.count)] + body
}

/// Returns an `esds` body without version and flags.
func streamDescriptor(
  _ configuration: [UInt8], objectType: UInt8 = 0x40, bitRate: UInt32 = 0, isLong: Bool = false
) -> [UInt8] {
  var decoder: [UInt8] = [objectType, 0x15, 0, 0, 0] + words(0, bitRate)
  if !configuration.isEmpty { decoder += descriptor(5, configuration, isLong: isLong) }
  let body: [UInt8] = [0, 1, 0] + descriptor(4, decoder, isLong: isLong) + descriptor(6, [2])
  return descriptor(3, body, isLong: isLong)
}

/// Packs bits from the first on, padded to a whole byte.
func bits(_ fields: (value: UInt32, width: Int)...) -> [UInt8] { bits(fields) }

/// Packs an array of bit fields, padded to a whole byte.
func bits(_ fields: [(value: UInt32, width: Int)]) -> [UInt8] {
  var bytes: [UInt8] = []
  var count = 0
  for field in fields {
    for bit in (0..<field.width).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      if field.value >> UInt32(bit) & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
      count += 1
    }
  }
  return bytes
}

/// Returns a sound sample entry of version 0, or of QuickTime's version 1.
func soundEntry(
  _ codec: String, channels: UInt16 = 2, bits: UInt16 = 16, rate: UInt32 = 44_100,
  version: UInt16 = 0, _ boxes: [UInt8]...
) -> [UInt8] {
  var body: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + bigEndian(version) + [0, 0, 0, 0, 0, 0]
  body += bigEndian(channels) + bigEndian(bits) + [0, 0, 0, 0] + bigEndian(rate << 16)
  if version == 1 { body += words(1, 2, 4, 2) }
  return box(codec, body, Array(boxes.joined()))
}

/// Returns a sound sample entry of QuickTime's version 2.
func soundEntry2(
  channels: UInt32, rate: Double, bits: UInt32, flags: UInt32, packetBytes: UInt32
) -> [UInt8] {
  var body: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]
  body += [0, 3, 0, 16, 0xFF, 0xFE, 0, 0] + words(0x1_0000, 72) + bigEndian(rate.bitPattern)
  body += words(channels, 0x7F00_0000, bits, flags, packetBytes, 1)
  return box("lpcm", body)
}

/// The description of a track to make.
struct MP4TrackBytes {
  /// How sample sizes are stored.
  enum SizeBox {
    case each
    /// One size for all samples: the associated value, or the size of the first sample.
    case constant(UInt32?)
    case compact(bits: UInt8)
  }

  var entry: [UInt8]
  var timescale: UInt32 = 44_100
  var times: [(count: UInt32, delta: UInt32)] = []
  /// The bytes of each sample.
  var sizes: [Int]
  /// The samples in each chunk; the last chunk has the remaining ones.
  var samplesPerChunk = Int.max
  var sizeBox = SizeBox.each
  var hasWideOffsets = false
  var edits: [(duration: UInt32, time: Int32)] = []
  var handler = "soun"
  var identifier: UInt32 = 1
  /// The samples per table entry; 1 except in QuickTime's old form.
  var stated: Int?
  var references: [UInt8] = []
  var descriptionVersion: UInt8 = 0
  /// The flags of the `dref` entry: 1 if the samples are in the file.
  var dataFlags: UInt32 = 1

  /// The sample sizes of each chunk.
  var chunks: [[Int]] {
    stride(from: 0, to: sizes.count, by: max(min(samplesPerChunk, sizes.count), 1)).map {
      Array(sizes[$0..<min($0 + samplesPerChunk.clamped(sizes.count), sizes.count)])
    }
  }

  func bytes(offsets: [Int]) -> [UInt8] {
    var table = fullBox("stsd", version: descriptionVersion, words(1), entry)
    let times =
      self.times.isEmpty ? [(count: UInt32(sizes.count), delta: 1024 as UInt32)] : self.times
    table += fullBox(
      "stts", words(UInt32(times.count)), times.flatMap { words($0.count, $0.delta) })
    table += sampleToChunk + sizeBytes
    if hasWideOffsets {
      table += fullBox(
        "co64", words(UInt32(offsets.count)), offsets.flatMap { bigEndian(UInt64($0)) })
    } else {
      table += fullBox("stco", words(UInt32(offsets.count)), offsets.flatMap { words(UInt32($0)) })
    }
    let data = box("dinf", fullBox("dref", words(1), fullBox("url ", flags: dataFlags)))
    let list = edits.flatMap { words($0.duration, UInt32(bitPattern: $0.time), 0x1_0000) }
    return box(
      "trak", fullBox("tkhd", words(0, 0, identifier, 0, 0)), references,
      edits.isEmpty
        ? [] : box("edts", fullBox("elst", words(UInt32(edits.count)), list)),
      box(
        "mdia", fullBox("mdhd", words(0, 0, timescale, 0, 0)),
        fullBox("hdlr", words(0), Array(handler.utf8), words(0, 0, 0)),
        box("minf", data, box("stbl", table))))
  }

  private var sampleToChunk: [UInt8] {
    let scale = stated.map { Double($0) / Double(max(sizes.count, 1)) } ?? 1
    var runs: [(first: Int, count: Int)] = []
    for (index, chunk) in chunks.enumerated() {
      let count = Int(Double(chunk.count) * scale)
      if runs.last?.count != count { runs.append((index + 1, count)) }
    }
    return fullBox(
      "stsc", words(UInt32(runs.count)),
      runs.flatMap { words(UInt32($0.first), UInt32($0.count), 1) })
  }

  private var sizeBytes: [UInt8] {
    let count = UInt32(stated ?? sizes.count)
    switch sizeBox {
    case .each: return fullBox("stsz", words(0, count), sizes.flatMap { words(UInt32($0)) })
    case .constant(let size):
      return fullBox("stsz", words(size ?? UInt32(sizes.first ?? 0), count))
    case .compact(let bits):
      var body: [UInt8] = []
      for (index, size) in sizes.enumerated() {
        switch bits {
        case 16: body += bigEndian(UInt16(size))
        case 8: body.append(UInt8(size))
        default:
          if index % 2 == 0 {
            body.append(UInt8(size) << 4)
          } else {
            body[index / 2] |= UInt8(size)
          }
        }
      }
      return fullBox("stz2", [0, 0, 0, bits], words(count), body)
    }
  }
}

extension Int {
  fileprivate func clamped(_ most: Int) -> Int { Swift.min(self, most) }
}

/// The description of a whole file to make.
struct MP4FileBytes {
  var brand: String? = "M4A "
  var tracks: [MP4TrackBytes]
  var isMovieFirst = true
  var timescale: UInt32 = 1000
  /// The number of unused bytes between chunks.
  var gap = 0
  /// Boxes at the end of the movie.
  var movieBoxes: [UInt8] = []
  /// The bytes of the audio; without it, samples are 1, 2, 3 and so on.
  var audio: [UInt8]?

  var bytes: [UInt8] {
    let start = brand.map { box("ftyp", Array($0.utf8), words(0), Array("isom".utf8)) } ?? []
    let data = box("mdat", payload)
    guard isMovieFirst else { return start + data + movie(at: start.count + 8) }
    let length = movie(at: 0).count
    return start + movie(at: start.count + length + 8) + data
  }

  private var payload: [UInt8] {
    var bytes: [UInt8] = []
    var value: UInt8 = 0
    for chunk in tracks.flatMap(\.chunks) {
      for size in chunk {
        value &+= 1
        bytes += [UInt8](repeating: value, count: size)
      }
      bytes += [UInt8](repeating: 0xEE, count: gap)
    }
    if let audio { bytes.replaceSubrange(0..<audio.count, with: audio) }
    return bytes
  }

  private func movie(at start: Int) -> [UInt8] {
    var place = start
    var traks: [UInt8] = []
    for track in tracks {
      let offsets = track.chunks.map { chunk -> Int in
        defer { place += chunk.reduce(0, +) + gap }
        return place
      }
      traks += track.bytes(offsets: offsets)
    }
    return box("moov", fullBox("mvhd", words(0, 0, timescale, 0, 0)), traks, movieBoxes)
  }
}

/// Returns the box of an iTunes list.
func itemList(_ items: [UInt8]..., isFull: Bool = true) -> [UInt8] {
  let handler = fullBox("hdlr", words(0), Array("mdirappl".utf8), words(0, 0), [0])
  let body = handler + box("ilst", Array(items.joined()))
  return box("udta", isFull ? fullBox("meta", body) : box("meta", body))
}

/// Returns an item of an iTunes list.
func item(_ type: String, _ value: [UInt8], kind: UInt32 = 1) -> [UInt8] {
  box(type, box("data", words(kind, 0), value))
}

/// Returns a named item of an iTunes list.
func namedItem(_ name: String, _ value: String) -> [UInt8] {
  box(
    "----", fullBox("mean", Array("com.apple.iTunes".utf8)), fullBox("name", Array(name.utf8)),
    box("data", words(1, 0), Array(value.utf8)))
}

/// Returns a movie fragment's box and its data.
///
/// - Parameters:
///   - track: The track's number.
///   - header: The fields of `tfhd` after the track's number, according to its flags.
///   - flags: The flags of `tfhd`.
///   - runs: For each `trun`, its flags without the offset flag, and its samples' fields.
///   - payload: The bytes of the data box.
///   - runOffsets: The starts of runs in the payload; later runs do not state an offset.
/// - Returns: Both boxes.
func fragmentBytes(
  track: UInt32 = 1, header: [UInt8] = [], flags: UInt32 = 0x2_0000,
  runs: [(flags: UInt32, count: UInt32, fields: [UInt8])], payload: [UInt8], runOffsets: [Int] = [0]
) -> [UInt8] {
  func moof(_ base: Int) -> [UInt8] {
    var boxes: [UInt8] = []
    for (index, run) in runs.enumerated() {
      let offset = index < runOffsets.count ? words(UInt32(base + runOffsets[index])) : []
      boxes += fullBox(
        "trun", flags: run.flags | (offset.isEmpty ? 0 : 1), words(run.count), offset, run.fields)
    }
    let traf = box("traf", fullBox("tfhd", flags: flags, words(track), header), boxes)
    return box("moof", fullBox("mfhd", words(1)), traf)
  }
  return moof(moof(0).count + 8) + box("mdat", payload)
}
