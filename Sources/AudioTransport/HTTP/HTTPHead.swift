/// The header of a server's answer.
///
/// Collected from header lines as they arrive. The lines of a redirect are discarded at the next
/// status line.
///
/// Source: RFC 9110 (HTTP semantics), 8.6, 8.8, 14.3, 14.4, 15; the `icy-` fields are those of
/// SHOUTcast and Icecast servers.
struct HTTPHead: Equatable, Sendable {
  /// Whether a server supports range requests.
  enum Ranges: Equatable, Sendable {
    case unknown, accepted, refused
  }

  /// A part of a resource, whose total length may be unknown.
  struct ContentRange: Equatable, Sendable {
    /// `nil` if the server only states the length, as with status 416.
    var start: UInt64?
    var total: UInt64?
  }

  private(set) var status = 0
  private(set) var contentLength: UInt64?
  private(set) var contentRange: ContentRange?
  private(set) var contentType: String?
  private(set) var ranges = Ranges.unknown
  private(set) var entityTag: String?
  private(set) var lastModified: String?
  private(set) var hasLocation = false
  /// The caching rules of the response.
  private(set) var caching = HTTPCaching()
  private(set) var date: Int64?
  /// Whether the server asks for a name and a password.
  private(set) var hasChallenge = false
  /// Seconds after which the server accepts another request.
  private(set) var retryAfter: Int?
  /// Whether this is a radio stream, which continues at its current position for new listeners.
  private(set) var isRadio = false
  /// Bytes of audio between two pieces of metadata.
  private(set) var metadataInterval: Int?
  /// Whether the empty line has arrived.
  private(set) var isWhole = false

  init() {}

  /// Processes a header line, with or without its line end.
  mutating func add(_ line: String) {
    let line = line.split(whereSeparator: \.isNewline).first ?? ""
    guard !line.isEmpty else {
      isWhole = true
      return
    }
    if line.hasPrefix("HTTP/") || line.hasPrefix("ICY ") {
      self = HTTPHead()
      isRadio = line.hasPrefix("ICY ")
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    add(
      name: line[..<colon].lowercased(), value: trimmed(line[line.index(after: colon)...]))
  }

  private mutating func add(name: String, value: Substring) {
    switch name {
    case "content-length": contentLength = UInt64(value)
    case "content-range": contentRange = HTTPHead.contentRange(value)
    case "content-type": contentType = String(value)
    case "accept-ranges": ranges = value.lowercased() == "bytes" ? .accepted : .refused
    case "etag": entityTag = String(value)
    case "last-modified": lastModified = String(value)
    case "location": hasLocation = true
    case "www-authenticate": hasChallenge = true
    case "retry-after": retryAfter = Int(value).flatMap { $0 >= 0 ? $0 : nil }
    case "date": date = HTTPDate.seconds(value)
    case "cache-control", "vary", "age": caching.add(name: name, value: value)
    case "icy-metaint":
      isRadio = true
      metadataInterval = Int(value).flatMap { $0 > 0 ? $0 : nil }
    default: if name.hasPrefix("icy-") { isRadio = true }
    }
  }

  /// Parses `bytes 100-199/1000`, `bytes 100-199/*` or `bytes */1000`.
  private static func contentRange(_ value: Substring) -> ContentRange? {
    guard value.lowercased().hasPrefix("bytes "), let slash = value.firstIndex(of: "/") else {
      return nil
    }
    let part = value[..<slash].dropFirst(6)
    return ContentRange(
      start: part.split(separator: "-").first.flatMap { UInt64($0) },
      total: UInt64(value[value.index(after: slash)...]))
  }

  private func trimmed(_ text: Substring) -> Substring {
    let front = text.drop { $0 == " " || $0 == "\t" }
    guard let last = front.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return front }
    return front[...last]
  }
}

extension HTTPHead {
  /// Total bytes of the resource, or `nil` if the server does not state them.
  var total: UInt64? {
    if let contentRange { return contentRange.total }
    return metadataInterval == nil ? contentLength : nil
  }

  /// Offset in the resource of the answer's first byte, or `nil` if it has no audio bytes.
  var firstByte: UInt64? {
    switch status {
    case 200: 0
    case 206: contentRange?.start
    default: nil
    }
  }
}
