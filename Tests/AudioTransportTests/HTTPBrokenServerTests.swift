#if HTTP
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioTransport

  /// Tests against servers that break off, fall silent, or use another protocol.
  @Suite struct HTTPBrokenServerTests {
    private static let file = noise(500_000)

    private static func head(_ lines: String...) -> RawServer.Step {
      .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    /// Sends the requested bytes, and breaks off after `count` bytes.
    private static func part(
      _ request: RawServer.Request, count: Int, tag: String = "\"1\"",
      then end: RawServer.Step? = nil
    ) -> [RawServer.Step] {
      let start = request.rangeStart
      let body = file[start...].prefix(count)
      let status =
        start > 0
        ? "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(start)-499999/500000"
        : "HTTP/1.1 200 OK\r\nAccept-Ranges: bytes"
      return [
        head(status, "Content-Length: \(500_000 - start)", "ETag: \(tag)"), .send(Array(body)),
      ] + [end].compactMap { $0 }
    }

    private static let ends: [RawServer.Step?] = [nil, .reset]

    @Test(arguments: 0..<2)
    func resumesABrokenConnection(end: Int) throws {
      let server = try RawServer {
        HTTPBrokenServerTests.part($0, count: 100_000, then: HTTPBrokenServerTests.ends[end])
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(try source.bytes(from: 0) == Self.file)
      #expect(server.requests.count >= 5)
    }

    @Test func resumesASilentConnection() throws {
      let server = try RawServer {
        HTTPBrokenServerTests.part($0, count: 250_000, then: .stall)
      }
      let source = try HTTPByteSource(url: server.url(), options: .soonSilent)
      #expect(try source.bytes(from: 0) == Self.file)
      #expect(server.requests.count >= 2)
    }

    @Test func readsThroughIfTheServerHasNoRanges() throws {
      let server = try RawServer { request in
        let count = request.index == 0 ? 100_000 : 500_000
        return [
          HTTPBrokenServerTests.head("HTTP/1.0 200 OK", "Content-Length: 500000"),
          .send(Array(HTTPBrokenServerTests.file.prefix(count))),
        ]
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(try source.bytes(from: 0) == Self.file)
      #expect(server.requests.count == 2)
    }

    @Test func givesUpAfterAttemptsWithoutNewBytes() throws {
      let server = try RawServer { request in
        request.rangeStart < 100_000
          ? HTTPBrokenServerTests.part(request, count: 100_000) : []
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(try source.bytes(from: 0, count: 100_000) == Array(Self.file.prefix(100_000)))
      #expect(throws: TransportError(.connectionFailed)) {
        try source.bytes(from: 100_000, count: 1)
      }
      #expect(server.requests.count == 1 + HTTPOptions.impatient.retryDelays.count)
    }

    @Test("a first answer with bytes beyond the requested ones is refused")
    func refusesALaterStart() throws {
      let server = try RawServer { _ in
        [
          HTTPBrokenServerTests.head(
            "HTTP/1.1 206 Partial Content", "Content-Range: bytes 100-499999/500000",
            "Content-Length: 499900"), .send(Array(HTTPBrokenServerTests.file[100...])),
        ]
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(throws: TransportError(.changed)) { try source.bytes(from: 0, count: 1) }
    }

    @Test func refusesAnotherResource() throws {
      let server = try RawServer {
        HTTPBrokenServerTests.part($0, count: 100_000, tag: "\"\($0.index)\"")
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(throws: TransportError(.changed)) { try source.bytes(from: 0) }
    }

    @Test func continuesAfterABusyServer() throws {
      let server = try RawServer { request in
        request.index == 1
          ? [HTTPBrokenServerTests.head("HTTP/1.1 503 Busy", "Content-Length: 0")]
          : HTTPBrokenServerTests.part(request, count: 300_000)
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(try source.bytes(from: 0) == Self.file)
    }

    @Test func reportsASilentServer() throws {
      let server = try RawServer { _ in
        [HTTPBrokenServerTests.head("HTTP/1.1 200 OK", "Content-Length: 9"), .stall]
      }
      let source = try HTTPByteSource(url: server.url(), options: .soonSilent)
      try source.connect()
      #expect(throws: TransportError(.timedOut)) { try source.bytes(from: 0) }
    }

    @Test func reportsAServerThatDoesNotAnswer() throws {
      let server = try RawServer { _ in [.stall] }
      let source = try HTTPByteSource(url: server.url(), options: .soonSilent)
      #expect(throws: TransportError(.timedOut)) { try source.connect() }
      #expect(server.requests.count == 1)
    }

    @Test func aStreamWithoutALengthEndsWithItsConnection() throws {
      let server = try RawServer { _ in
        [HTTPBrokenServerTests.head("HTTP/1.0 200 OK"), .send(HTTPBrokenServerTests.file)]
      }
      let source = try HTTPByteSource(url: server.url())
      try source.connect()
      // Unknown, unless the whole file has arrived.
      #expect(source.byteCount ?? 500_000 == 500_000)
      #expect(try source.bytes(from: 0) == Self.file)
      #expect(source.byteCount == 500_000)
    }

    @Test(arguments: ["", "hello\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 200"])
    func reportsAnswersThatAreNotHTTP(answer: String) throws {
      let server = try RawServer { _ in [.send(Array(answer.utf8))] }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(throws: TransportError(.connectionFailed)) { try source.bytes(from: 0) }
    }

    @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd"])
    func doesNotFollowToOtherSchemes(location: String) throws {
      let server = try RawServer { _ in
        [HTTPBrokenServerTests.head("HTTP/1.1 302 Found", "Location: \(location)")]
      }
      let source = try HTTPByteSource(url: server.url())
      #expect(throws: TransportError(.unsupportedURL)) { try source.connect() }
    }

    @Test func wakesAReaderWhenCancelled() async throws {
      let server = try RawServer { _ in
        [
          HTTPBrokenServerTests.head("HTTP/1.1 200 OK", "Content-Length: 9"), .send([1]), .stall,
        ]
      }
      let source = try HTTPByteSource(url: server.url())
      #expect(try source.bytes(from: 0, count: 1) == [1])
      Thread.detachNewThread {
        _ = waitUntil { source.progress.readOffset == 1 }
        source.cancel()
      }
      #expect(throws: TransportError(.cancelled)) { try source.bytes(from: 1) }
      #expect(throws: TransportError(.cancelled)) { try source.bytes(from: 0, count: 1) }
      #expect(throws: TransportError(.cancelled)) { try source.connect() }
    }

    @Test func closesDuringATransfer() throws {
      let server = try RawServer { HTTPBrokenServerTests.part($0, count: 100_000, then: .stall) }
      for _ in 0..<50 {
        let source = try HTTPByteSource(url: server.url())
        if Bool.random() { try source.connect() }
        source.close()
        #expect(throws: TransportError(.cancelled)) { try source.bytes(from: 0, count: 1) }
      }
    }
  }
#endif
