/// The contents of the map file of a cache entry.
struct CacheRecord: Equatable, Sendable {
  /// The resource.
  var key: String
  /// Identifies the version of the resource.
  var generation: UInt64
  var identity: HTTPIdentity
  var contentType: String?
  /// The URL after redirects.
  var url: String?
  /// Whether the server is known to serve parts.
  var hasRanges = false
  /// When the server last confirmed the version, in seconds since 1970.
  var confirmed: Int64 = 0
  /// Seconds after `confirmed` without need for another confirmation.
  var freshSeconds: Int64 = 0
  /// Whether the bytes must not be used without confirmation.
  var needsConfirmation = false
  var map = CacheMap()

  /// Whether all bytes are on disk.
  var isComplete: Bool { identity.total.map { map.firstGap(from: 0) >= $0 } ?? false }

  /// Whether the server need not be asked; always false if the clock was set back.
  func isFresh(at now: Int64) -> Bool { confirmed <= now && now - confirmed < freshSeconds }
}

// The map file: a line of text for each value, and a checksum of the others at the end.
extension CacheRecord {
  private static let firstLine = "OpenCoreAudio cache 1"

  /// The bytes of the map file.
  var encoded: [UInt8] {
    var text = Self.firstLine + "\n"
    func add(_ name: String, _ value: some CustomStringConvertible) {
      text += "\(name) \(value)\n"
    }
    add("key", key)
    add("generation", generation)
    if let total = identity.total { add("total", total) }
    if let tag = identity.entityTag { add("tag", tag) }
    if let date = identity.lastModified { add("modified", date) }
    if identity.isDateStrong { add("strong", 1) }
    if let contentType { add("type", contentType) }
    if let url { add("url", url) }
    if hasRanges { add("ranges", 1) }
    add("confirmed", confirmed)
    add("fresh", freshSeconds)
    if needsConfirmation { add("confirm", 1) }
    for chunk in map.chunks {
      add("chunk", "\(chunk.start) \(chunk.byteCount) \(chunk.checksum.text)")
    }
    add("sum", CacheChecksum(text).text)
    return Array(text.utf8)
  }

  /// Parses a map file; fails if it is damaged.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[lines.count - 1].isEmpty,
      lines[0].elementsEqual(Self.firstLine.utf8)
    else { return nil }
    let last = lines[lines.count - 2]
    var sum = CacheChecksum()
    sum.add(bytes.span.extracting(0..<last.startIndex))
    guard last.elementsEqual("sum \(sum.text)".utf8) else { return nil }
    self.init(key: "", generation: 0, identity: HTTPIdentity())
    for line in lines[1..<(lines.count - 2)] {
      guard let space = line.firstIndex(of: 0x20) else { return nil }
      let name = String(decoding: line[..<space], as: UTF8.self)
      let value = String(decoding: line[(space + 1)...], as: UTF8.self)
      guard set(name, value) else { return nil }
    }
  }

  /// Takes over the value of a line; returns whether it is valid.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "key": key = value
    case "tag": identity.entityTag = value
    case "modified": identity.lastModified = value
    case "type": contentType = value
    case "url": url = value
    case "strong": identity.isDateStrong = true
    case "ranges": hasRanges = true
    case "confirm": needsConfirmation = true
    case "chunk": return add(chunk: value)
    default: return set(name, number: value)
    }
    return true
  }

  private mutating func set(_ name: String, number text: String) -> Bool {
    switch name {
    case "generation":
      guard let number = UInt64(text) else { return false }
      generation = number
    case "total":
      guard let number = UInt64(text) else { return false }
      identity.total = number
    case "confirmed", "fresh":
      guard let number = Int64(text), number >= 0 else { return false }
      if name == "fresh" { freshSeconds = number } else { confirmed = number }
    default: return false
    }
    return true
  }

  private mutating func add(chunk text: String) -> Bool {
    let words = text.split(separator: " ")
    guard words.count == 3, let start = UInt64(words[0]), let byteCount = Int(words[1]),
      let checksum = UInt64(words[2], radix: 16)
    else { return false }
    return map.append(
      .init(
        start: start, byteCount: byteCount, checksum: CacheChecksum(checksum), isTrusted: false))
  }
}
