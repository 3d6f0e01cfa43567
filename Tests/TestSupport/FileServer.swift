import Foundation
import Synchronization

/// A server of one file, whose version and manners can change.
package final class FileServer: Sendable {
  /// How the server answers.
  package struct Manner: Sendable {
    package var bytes: [UInt8]
    /// The header lines that identify the version.
    package var version = ["ETag: \"1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]
    package var others: [String] = []
    package var hasRanges = true
    package var hasLength = true
    /// Whether bodies without a range are sent in chunks of this many bytes.
    package var chunkCount: Int?
    /// Bytes of a body after which the transfer is cut.
    package var cut = Int.max
    /// The step after the cut; `nil` closes the connection.
    package var ending: RawServer.Step? = .stall
    /// The first header lines of all answers, instead of the file.
    package var refusal: [String]?

    package init(
      bytes: [UInt8], version: [String]? = nil, others: [String] = [], hasLength: Bool = true,
      cut: Int = .max
    ) {
      self.bytes = bytes
      self.version = version ?? self.version
      self.others = others
      self.hasLength = hasLength
      self.cut = cut
    }
  }

  private final class Shared: Sendable {
    let manner: Mutex<Manner>

    init(_ manner: Manner) { self.manner = Mutex(manner) }
  }

  private let shared: Shared
  private let server: RawServer

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - manner: How it answers.
  ///   - exception: Answers some requests otherwise; it returns `nil` for the others.
  /// - Throws: The system's error if there is no port.
  package init(
    _ manner: Manner,
    exception: @escaping @Sendable (RawServer.Request) -> [RawServer.Step]? = { _ in nil }
  ) throws {
    let shared = Shared(manner)
    self.shared = shared
    server = try RawServer { request in
      exception(request) ?? FileServer.answer(request, shared.manner.withLock { $0 })
    }
  }

  package var url: String { server.url("/file") }
  package var requests: [RawServer.Request] { server.requests }

  package func stop() { server.stop() }

  package func change(_ body: (inout Manner) -> Void) { shared.manner.withLock { body(&$0) } }

  /// A header of these lines.
  package static func head(_ lines: [String]) -> RawServer.Step {
    .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }

  private static func answer(_ request: RawServer.Request, _ manner: Manner) -> [RawServer.Step] {
    if let refusal = manner.refusal { return [head(refusal + ["Content-Length: 0"])] }
    let size = manner.bytes.count
    let tag = manner.version.first { $0.hasPrefix("ETag: ") }?.dropFirst(6) ?? "-"
    let date = manner.version.first { $0.hasPrefix("Last-Modified: ") }?.dropFirst(15) ?? "-"
    let isSame =
      request.field("If-None-Match").map { $0 == tag }
      ?? request.field("If-Modified-Since").map { $0 == date } ?? false
    let fields =
      manner.version + manner.others + (manner.hasRanges ? ["Accept-Ranges: bytes"] : [])
    if isSame { return [head(["HTTP/1.1 304 Not Modified"] + fields)] }
    let condition = request.field("If-Range").map { $0 == tag || $0 == date } ?? true
    guard manner.hasRanges, condition, let start = request.rangeStartIfAny else {
      return whole(["HTTP/1.1 200 OK"] + fields, manner)
    }
    guard start < size else {
      return [head(["HTTP/1.1 416 No", "Content-Range: bytes */\(size)", "Content-Length: 0"])]
    }
    let end = min(size, request.rangeEnd ?? size)
    let part = [
      "Content-Range: bytes \(start)-\(end - 1)/\(size)", "Content-Length: \(end - start)",
    ]
    return body(["HTTP/1.1 206 Partial Content"] + part + fields, manner.bytes[start..<end], manner)
  }

  private static func whole(_ lines: [String], _ manner: Manner) -> [RawServer.Step] {
    guard let count = manner.chunkCount else {
      let length = manner.hasLength ? ["Content-Length: \(manner.bytes.count)"] : []
      return body(lines + length, manner.bytes[...], manner)
    }
    var chunks: [UInt8] = []
    for start in stride(from: 0, to: manner.bytes.count, by: count) {
      let chunk = manner.bytes[start..<min(start + count, manner.bytes.count)]
      chunks += Array("\(String(chunk.count, radix: 16));x=\"y\"\r\n".utf8) + chunk + [13, 10]
    }
    chunks += Array("0\r\nX-End: 1\r\n\r\n".utf8)
    return body(lines + ["Transfer-Encoding: chunked"], chunks[...], manner)
  }

  private static func body(
    _ lines: [String], _ bytes: ArraySlice<UInt8>, _ manner: Manner
  ) -> [RawServer.Step] {
    let start = [head(lines), .send(Array(bytes.prefix(manner.cut)))]
    return bytes.count > manner.cut ? start + [manner.ending].compactMap { $0 } : start
  }
}

extension RawServer.Request {
  /// The value of a header field.
  package func field(_ name: String) -> String? {
    text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  private var rangeEnds: [Int] {
    guard let text = field("Range"), text.hasPrefix("bytes=") else { return [] }
    return text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
  }

  /// The first requested byte; `nil` for the whole file.
  var rangeStartIfAny: Int? { rangeEnds.first }

  /// The end of the requested bytes; `nil` for that of the file.
  var rangeEnd: Int? { rangeEnds.count > 1 ? rangeEnds[1] + 1 : nil }
}
