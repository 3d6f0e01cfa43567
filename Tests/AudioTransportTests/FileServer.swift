#if HTTP
  import Foundation
  import Synchronization
  import TestSupport

  /// A server of one file, whose version and manners can change.
  final class FileServer: Sendable {
    /// How the server answers.
    struct Manner: Sendable {
      var bytes: [UInt8]
      /// The header lines that identify the version.
      var version = ["ETag: \"1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]
      var others: [String] = []
      var hasRanges = true
      var hasLength = true
      /// Bytes of a body after which the server falls silent.
      var stall = Int.max
      /// The status line, instead of the file.
      var status: String?
    }

    private final class Shared: Sendable {
      let manner: Mutex<Manner>

      init(_ manner: Manner) { self.manner = Mutex(manner) }
    }

    private let shared: Shared
    private let server: RawServer

    init(_ manner: Manner) throws {
      let shared = Shared(manner)
      self.shared = shared
      server = try RawServer { FileServer.answer($0, shared.manner.withLock { $0 }) }
    }

    var url: String { server.url("/file") }
    var requests: [RawServer.Request] { server.requests }

    func stop() { server.stop() }

    func change(_ body: (inout Manner) -> Void) { shared.manner.withLock { body(&$0) } }

    private static func answer(_ request: RawServer.Request, _ manner: Manner) -> [RawServer.Step] {
      if let status = manner.status { return [head([status, "Content-Length: 0"])] }
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
      guard manner.hasRanges, condition, let range = request.range(of: size) else {
        let length = manner.hasLength ? ["Content-Length: \(size)"] : []
        return body(["HTTP/1.1 200 OK"] + length + fields, manner.bytes[...], manner)
      }
      let part =
        "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      return body(
        ["HTTP/1.1 206 Partial Content", part, "Content-Length: \(range.count)"] + fields,
        manner.bytes[range], manner)
    }

    private static func body(
      _ lines: [String], _ bytes: ArraySlice<UInt8>, _ manner: Manner
    ) -> [RawServer.Step] {
      let start = [head(lines), .send(Array(bytes.prefix(manner.stall)))]
      return bytes.count > manner.stall ? start + [.stall] : start
    }

    private static func head(_ lines: [String]) -> RawServer.Step {
      .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }
  }

  extension RawServer.Request {
    /// The value of a header field.
    func field(_ name: String) -> String? {
      text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }

    /// The requested bytes of a file; `nil` for all.
    func range(of size: Int) -> Range<Int>? {
      guard let text = field("Range"), text.hasPrefix("bytes=") else { return nil }
      let ends = text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
      guard let start = ends.first, start < size else { return nil }
      return start..<min(size, ends.count > 1 ? ends[1] + 1 : size)
    }
  }
#endif
