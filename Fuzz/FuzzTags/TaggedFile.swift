import FuzzSupport

/// Small files that contain a tag's bytes.
enum TaggedFile {
  /// The file for a kind of tag.
  static func bytes(kind: UInt8, body: [UInt8]) -> [UInt8] {
    switch kind % 16 {
    case 0, 1, 2: silentFramesAround(id3v2(version: 2 + kind % 16, body))
    case 3: silentFramesAround(ape(items: body))
    case 4: silentFrames(4) + Array("TAG".utf8) + padded(body, 125)
    case 5:
      silentFrames(4) + Array("TAG+".utf8) + padded(body, 223) + Array("TAG".utf8)
        + padded(body, 125)
    case 6: flac(block: 4, body)
    case 7: flac(block: 6, body)
    case 8: wave("LIST", Array("INFO".utf8) + body)
    case 9: wave(choice(body, ["LIST", "bext", "cue ", "smpl", "id3 "]), Array(body.dropFirst()))
    case 10:
      aiff(choice(body, ["NAME", "ANNO", "COMT", "MARK", "INST", "ID3 "]), Array(body.dropFirst()))
    case 11:
      caf(choice(body, ["info", "strg", "mark", "regn", "inst", "uuid"]), Array(body.dropFirst()))
    case 12: movie(metadata(box("ilst", body)))
    case 13: movie(metadata(box("ilst", items(body[...]))))
    case 14: movie(metadata(keys(body)))
    default: movie(box(choice(body, ["chpl", "titl", "\u{A9}nam"]), Array(body.dropFirst())))
    }
  }

  private static func choice(_ body: [UInt8], _ names: [String]) -> String {
    names[Int(body.first ?? 0) % names.count]
  }

  private static func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
  }

  private static func big(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private static func little(_ value: Int, bytes count: Int) -> [UInt8] {
    big(value, bytes: count).reversed()
  }
}

// MARK: - Tags around frames

extension TaggedFile {
  private static func silentFramesAround(_ tag: [UInt8]) -> [UInt8] {
    tag + silentFrames(4) + tag
  }

  /// A tag; the first byte of the body holds the flags of its header.
  private static func id3v2(version: UInt8, _ body: [UInt8]) -> [UInt8] {
    let frames = body.dropFirst()
    let size = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: frames.count >> $0 & 0x7F) }
    return Array("ID3".utf8) + [version, 0, (body.first ?? 0) & 0xF0] + size + frames
  }

  private static func ape(items: [UInt8]) -> [UInt8] {
    func mark(_ flags: UInt8) -> [UInt8] {
      Array("APETAGEX".utf8) + little(2000, bytes: 4) + little(items.count + 32, bytes: 4)
        + little(20, bytes: 4) + [0, 0, 0, flags] + [UInt8](repeating: 0, count: 8)
    }
    return mark(0xA0) + items + mark(0x80)
  }
}

// MARK: - Chunks and blocks

extension TaggedFile {
  private static func flac(block type: UInt8, _ body: [UInt8]) -> [UInt8] {
    let info: [UInt8] =
      [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0, 0]
      + [UInt8](repeating: 0, count: 16)
    return Array("fLaC".utf8) + [0, 0, 0, 34] + info + [0x80 | type] + big(body.count, bytes: 3)
      + body
  }

  private static func wave(_ name: String, _ body: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, bytes: 4) + body
        + (body.count.isMultiple(of: 2) ? [] : [0])
    }
    let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    let chunks = chunk("fmt ", format) + chunk(name, body) + chunk("data", [0, 0, 0, 0])
    return chunk("RIFF", Array("WAVE".utf8) + chunks + chunk(name, body))
  }

  private static func aiff(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let format: [UInt8] = [0, 1, 0, 0, 0, 2, 0, 16, 0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      box(name, body, counting: 0) + (body.count.isMultiple(of: 2) ? [] : [0])
    }
    let chunks =
      chunk("COMM", format) + chunk(name, body)
      + chunk("SSND", [UInt8](repeating: 0, count: 12))
    return chunk("FORM", Array("AIFF".utf8) + chunks + chunk(name, body))
  }

  private static func caf(_ name: String, _ body: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + big(body.count, bytes: 8) + body
    }
    // 8,000 Hz, 16-bit linear PCM, mono.
    let format: [UInt8] =
      [0x40, 0xBF, 0x40, 0, 0, 0, 0, 0] + Array("lpcm".utf8)
      + [0, 2, 1, 1, 16].flatMap { [0, 0, 0, $0] }
    return Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", format) + chunk(name, body)
      + chunk("data", [UInt8](repeating: 0, count: 8)) + chunk(name, body)
  }
}

// MARK: - Boxes

extension TaggedFile {
  /// A box or chunk with its size before or after its name.
  private static func box(_ name: String, _ body: [UInt8], counting header: Int = 8) -> [UInt8] {
    let name = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let size = big(body.count + header, bytes: 4)
    return (header == 0 ? name + size : size + name) + body
  }

  /// A movie with one PCM track and user data boxes.
  private static func movie(_ userData: [UInt8]) -> [UInt8] {
    func full(_ name: String, _ fields: [UInt8]) -> [UInt8] { box(name, [0, 0, 0, 0] + fields) }
    let times = [UInt8](repeating: 0, count: 8) + big(8000, bytes: 4) + big(4, bytes: 4)
    let entry =
      [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
      + [0, 1, 0, 16, 0, 0, 0, 0, 0x1F, 0x40, 0, 0]
    let table =
      full("stsd", big(1, bytes: 4) + box("sowt", entry))
      + full("stts", big(1, bytes: 4) + big(4, bytes: 4) + big(1, bytes: 4))
      + full("stsc", [1, 1, 4, 1].flatMap { big($0, bytes: 4) })
      + full("stsz", big(2, bytes: 4) + big(4, bytes: 4))
      + full("stco", big(1, bytes: 4) + big(28, bytes: 4))
    let media =
      full("mdhd", times + [0, 0, 0, 0])
      + full("hdlr", [0, 0, 0, 0] + Array("soun".utf8) + [UInt8](repeating: 0, count: 13))
      + box("minf", box("stbl", table))
    let track = full("tkhd", [UInt8](repeating: 1, count: 80)) + box("mdia", media)
    let header = full("mvhd", times + [UInt8](repeating: 0, count: 80))
    return box("ftyp", Array("M4A ".utf8) + [0, 0, 0, 0]) + box("mdat", [1, 2, 3, 4, 5, 6, 7, 8])
      + box("moov", header + box("trak", track) + box("udta", userData))
  }

  private static func metadata(_ boxes: [UInt8]) -> [UInt8] {
    let handler = [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdirappl".utf8)
    return box(
      "meta", [0, 0, 0, 0] + box("hdlr", handler + [UInt8](repeating: 0, count: 9)) + boxes)
  }

  private static let itemNames = [
    "\u{A9}nam", "\u{A9}ART", "\u{A9}day", "\u{A9}gen", "\u{A9}cmt", "\u{A9}too", "trkn", "tmpo",
    "gnre", "desc", "covr", "----", "cprt", "disk", "aART",
  ]

  /// Builds items from the numbers of an input: a name, a kind of value, a count, and the bytes.
  private static func items(_ input: ArraySlice<UInt8>) -> [UInt8] {
    var rest = input
    var bytes: [UInt8] = []
    while let name = rest.popFirst(), let kind = rest.popFirst(), let count = rest.popFirst() {
      let value = Array(rest.prefix(Int(count)))
      rest = rest.dropFirst(value.count)
      let data = box("data", [0, 0, 0, kind, 0, 0, 0, 0] + value)
      let custom = box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
      let key = ["iTunSMPB", "ISRC", "KEY"][Int(name >> 4) % 3]
      let isCustom = itemNames[Int(name) % itemNames.count] == "----"
      let before = isCustom ? custom + box("name", [0, 0, 0, 0] + Array(key.utf8)) : []
      bytes += box(itemNames[Int(name) % itemNames.count], before + data)
    }
    return bytes
  }

  /// QuickTime's list of keys and their values, from the bytes of an input.
  private static func keys(_ input: [UInt8]) -> [UInt8] {
    let names = ["title", "artist", "year", "artwork", "creationdate", "comment"]
    let list = names.reduce(into: [UInt8]()) {
      $0 += box("mdta", Array("com.apple.quicktime.\($1)".utf8))
    }
    let count = Int(input.first ?? 0) % (input.count + 1)
    let custom = box("keys", Array(input.dropFirst().prefix(count)))
    let usual = box("keys", [0, 0, 0, 0] + big(names.count, bytes: 4) + list)
    var values: [UInt8] = []
    for number in 1...names.count {
      let value = [0, 0, 0, 1 + (input.last ?? 0) % 2, 0, 0, 0, 0] + input.suffix(40)
      let data = box("data", value)
      values += big(data.count + 8, bytes: 4) + big(number, bytes: 4) + data
    }
    return (input.count.isMultiple(of: 2) ? usual : custom) + box("ilst", values)
  }
}
