#if HTTP
  import TestSupport
  import Testing

  @testable import AudioTransport

  /// The contents of requests, and the interpretation of the answers.
  @Suite struct HTTPRequestTests {
    private let bytes = ByteSourceContract.bytes

    struct Version: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var fields: [String]
      var condition: String?

      private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

      static let all = [
        Version(testDescription: "strong tag", fields: ["ETag: \"a\""], condition: "\"a\""),
        Version(testDescription: "weak tag", fields: ["ETag: W/\"a\""]),
        Version(
          testDescription: "old date",
          fields: ["Last-Modified: \(date)", "Date: Mon, 07 Nov 1994 08:49:37 GMT"],
          condition: date),
        Version(
          testDescription: "date of now", fields: ["Last-Modified: \(date)", "Date: \(date)"]),
        Version(testDescription: "length", fields: []),
      ]
    }

    @Test("a broken transfer continues under a strong condition only", arguments: Version.all)
    func conditions(_ version: Version) throws {
      let server = try FileServer(.init(bytes: bytes, version: version.fields, cut: 120_000))
      server.change { $0.ending = nil }
      let source = try HTTPByteSource(url: server.url, options: .impatient)
      #expect(try source.bytes(from: 0) == bytes)
      #expect(server.requests.map { $0.field("Range") } == [nil, "bytes=120000-", "bytes=240000-"])
      #expect(server.requests[0].field("If-Range") == nil)
      #expect(server.requests.dropFirst().allSatisfy { $0.field("If-Range") == version.condition })
    }

    @Test("a file that has become shorter is another file")
    func shorter() throws {
      let server = try FileServer(.init(bytes: bytes, version: [], cut: 120_000))
      server.change { $0.ending = nil }
      let source = try HTTPByteSource(url: server.url, options: .impatient)
      #expect(try source.bytes(from: 0, count: 100_000) == Array(bytes[..<100_000]))
      server.change { $0.bytes.removeLast(200_000) }
      #expect(throws: TransportError(.changed)) { try source.bytes(from: 100_000) }
    }

    @Test("status 416 with the length is the end of the file")
    func end() throws {
      let size = bytes.count
      let server = try RawServer { request in
        let fields = ["Content-Range: bytes */\(size)", "Content-Length: 0"]
        return [FileServer.head(["HTTP/1.1 416 No"] + fields)]
      }
      let start = HTTPStart(offset: UInt64(size))
      let source = try HTTPByteSource(
        HTTPAddress(server.url()), options: .impatient, start: start)
      #expect(try source.bytes(from: size, count: 1).isEmpty)
      #expect(source.byteCount == UInt64(size))
    }

    @Test("a part ends where it was requested to end")
    func part() throws {
      let server = try FileServer(.init(bytes: bytes))
      let start = HTTPStart(offset: 100, end: 5000)
      let source = try HTTPByteSource(HTTPAddress(server.url), options: .small, start: start)
      #expect(try source.bytes(from: 100, count: 4900) == Array(bytes[100..<5000]))
      #expect(server.requests.map { $0.field("Range") } == ["bytes=100-4999"])
      source.bound(to: nil)
      #expect(try source.bytes(from: 5000) == Array(bytes[5000...]))
      #expect(server.requests.map { $0.field("Range") } == ["bytes=100-4999", "bytes=5000-"])
    }

    @Test("a password in the header is for the first server only")
    func password() throws {
      let target = try FileServer(.init(bytes: bytes, cut: 200_000))
      target.change { $0.ending = nil }
      let location = target.url
      let server = try RawServer { request in
        request.field("Authorization") == "Basic bWU6cHc="
          ? [FileServer.head(["HTTP/1.1 302 X", "Location: \(location)", "Content-Length: 0"])]
          : [FileServer.head(["HTTP/1.1 401 X", "Content-Length: 0"])]
      }
      var options = HTTPOptions.impatient
      #expect(throws: TransportError(.httpStatus(401))) {
        try HTTPByteSource(url: server.url(), options: options).connect()
      }
      options.headerFields = ["Authorization: Basic bWU6cHc=", "X-Other: 1"]
      #expect(try HTTPByteSource(url: server.url(), options: options).bytes(from: 0) == bytes)
      #expect(target.requests.count == 2)
      for request in target.requests {
        #expect(request.field("Authorization") == nil && request.field("X-Other") == "1")
      }
    }

    @Test("a redirect on one server needs one connection")
    func keepAlive() throws {
      let nginx = try PrivateNginx()
      try nginx.put(bytes, as: "file")
      let source = try HTTPByteSource(url: nginx.url("/moved/file"))
      #expect(try source.bytes(from: 0) == bytes)
      source.close()
      try waitUntil("both requests are logged") {
        try nginx.requestCount(of: "/moved/file") == 1 && nginx.requestCount(of: "/file") == 1
      }
      #expect(try nginx.connectionCount() == 1)
    }

    @Test("the figures of a transfer count the bytes that arrived")
    func figures() throws {
      let server = try FileServer(.init(bytes: bytes, cut: 120_000))
      server.change { $0.ending = nil }
      let source = try HTTPByteSource(url: server.url, options: .impatient)
      #expect(try source.bytes(from: 0) == bytes)
      let statistics = source.statistics
      #expect(statistics.receivedByteCount == 300_000 && statistics.requestCount == 3)
      #expect(statistics.url == server.url && statistics.serverAddress == "127.0.0.1")
      #expect(statistics.serverChangeCount == 0 && statistics.transferTime > .zero)
      #expect(statistics.troubleCount == 2)
      #expect(statistics.troubles.allSatisfy { $0.reason == .connectionFailed })
      var sum = statistics
      sum.add(statistics)
      #expect(sum.receivedByteCount == 600_000 && sum.troubleCount == 4 && sum.troubles.count == 4)
    }
  }
#endif
