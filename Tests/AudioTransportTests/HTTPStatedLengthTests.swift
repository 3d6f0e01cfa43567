#if HTTP
  import TestSupport
  import Testing

  @testable import AudioTransport

  /// Servers that send another length than they state.
  @Suite struct HTTPStatedLengthTests {
    static let file = noise(300_000)

    /// A server that sends the same bytes each time, whatever length it states.
    struct Promise: Sendable, CustomTestStringConvertible {
      var name: String
      var hasRanges: Bool
      var stated: Int
      var sent: Int

      var testDescription: String { name }

      static let all = [
        Promise(name: "too long without ranges", hasRanges: false, stated: 305_000, sent: 300_000),
        Promise(name: "half without ranges", hasRanges: false, stated: 300_000, sent: 150_000),
        Promise(name: "too long with ranges", hasRanges: true, stated: 305_000, sent: 300_000),
        Promise(name: "half with ranges", hasRanges: true, stated: 300_000, sent: 150_000),
        Promise(name: "one byte", hasRanges: false, stated: 300_001, sent: 300_000),
        Promise(name: "nearly nothing", hasRanges: false, stated: 1 << 40, sent: 1),
      ]

      func answer(_ request: RawServer.Request) -> [RawServer.Step] {
        // Stops a client that would ask for ever.
        guard request.index < 20 else {
          return [.send(Array("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n".utf8))]
        }
        let start = hasRanges ? request.rangeStart : 0
        var lines = ["HTTP/1.1 200 OK", "ETag: \"1\"", "Content-Length: \(stated - start)"]
        if start > 0 {
          lines[0] = "HTTP/1.1 206 Partial Content"
          lines.append("Content-Range: bytes \(start)-\(stated - 1)/\(stated)")
        }
        let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        return [.send(head), .send(Array(HTTPStatedLengthTests.file[min(start, sent)..<sent]))]
      }
    }

    @Test("bytes received a second time do not count as progress", arguments: Promise.all)
    func givesUp(promise: Promise) throws {
      let server = try RawServer { promise.answer($0) }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      let sent = Array(Self.file.prefix(promise.sent))
      #expect(try source.bytes(from: 0, count: promise.sent) == sent)
      #expect(throws: TransportError(.connectionFailed)) {
        try source.bytes(from: promise.sent, count: 1)
      }
      #expect(server.requests.count <= 1 + HTTPOptions.impatient.retryDelays.count)
    }
  }
#endif
