#if HTTP
  import TestSupport
  import Testing

  @testable import AudioTransport

  /// Tests against a real web server.
  @Suite struct HTTPByteSourceTests {
    private let nginx: PrivateNginx
    private static let noise = TestSupport.noise(3_000_000)
    private var file: [UInt8] { Self.noise }

    init() throws {
      nginx = try PrivateNginx()
      try nginx.put(file, as: "noise.bin")
      try nginx.put([], as: "empty.bin")
    }

    @Test(arguments: ["/noise.bin", "/whole/noise.bin", "/moved/noise.bin"])
    func readsTheWhole(path: String) throws {
      let source = try HTTPByteSource(url: nginx.url(path))
      try source.connect()
      #expect(source.byteCount == 3_000_000)
      #expect(source.progress.contentType == "audio/mpeg")
      #expect(source.progress.isSeekable == (path != "/whole/noise.bin"))
      #expect(try source.bytes(from: 0) == file)
      #expect(source.progress.bufferedEnd == 3_000_000)
    }

    @Test(arguments: ["/noise.bin", "/whole/noise.bin", "/moved/noise.bin"])
    func aSeekGivesTheSameBytesAsReading(path: String) throws {
      let source = try HTTPByteSource(url: nginx.url(path), options: .small)
      let places = [2_999_990, 0, 1_500_000, 1_510_000, 1_400_000, 20, 2_999_999, 700_000, 10]
      for place in places {
        let bytes = try source.bytes(from: place, count: 50_000)
        #expect(bytes == Array(file[place...].prefix(50_000)), "at \(place)")
      }
      #expect(try source.bytes(from: 3_000_000, count: 1).isEmpty)
      #expect(try source.bytes(from: 9_000_000, count: 1).isEmpty)
    }

    @Test func storesAtMostItsLimit() throws {
      var options = HTTPOptions()
      options.limits = .init(ahead: 200_000, behind: 100_000, elsewhere: 0)
      let source = try HTTPByteSource(url: nginx.url("/noise.bin"), options: options)
      var position = 0
      while position < file.count {
        // Pauses at most one block after the limit, and resumes when half of it is free.
        let expected = min(UInt64(file.count), UInt64(position) + 100_000)
        #expect(waitUntil { source.progress.bufferedEnd >= expected })
        #expect(source.progress.bufferedEnd <= UInt64(position) + 265_536)
        let bytes = try source.bytes(from: position, count: 200_000)
        #expect(bytes == Array(file[position...].prefix(200_000)))
        position += bytes.count
      }
    }

    @Test func servesJumpsBackFromStoredBytes() throws {
      let source = try HTTPByteSource(url: nginx.url("/noise.bin"))
      #expect(try source.bytes(from: 0, count: 400_000).count == 400_000)
      #expect(try source.bytes(from: 10, count: 10) == Array(file[10..<20]))
      source.close()
      nginx.stop()
    }

    @Test func requestsDistantBytes() throws {
      try nginx.put(file, as: "far.bin")
      let source = try HTTPByteSource(url: nginx.url("/slow/far.bin"))
      #expect(try source.bytes(from: 0, count: 10) == Array(file[0..<10]))
      // Would take a minute and a half without a seek.
      #expect(try source.bytes(from: 2_900_000, count: 10) == Array(file[2_900_000..<2_900_010]))
      source.close()
      #expect(waitUntil { (try? nginx.requestCount(of: "/slow/far.bin")) == 2 })
    }

    @Test func readsOnOverASmallGap() throws {
      try nginx.put(file, as: "near.bin")
      let source = try HTTPByteSource(url: nginx.url("/near.bin"))
      #expect(try source.bytes(from: 0, count: 10) == Array(file[0..<10]))
      #expect(try source.bytes(from: 20_000, count: 10) == Array(file[20_000..<20_010]))
      #expect(try source.bytes(from: 0) == file)
      source.close()
      #expect(waitUntil { (try? nginx.requestCount(of: "/near.bin")) == 1 })
    }

    @Test func anEmptyFileEndsImmediately() throws {
      let source = try HTTPByteSource(url: nginx.url("/empty.bin"))
      try source.connect()
      #expect(source.byteCount == 0)
      #expect(try source.bytes(from: 0).isEmpty)
    }

    @Test(arguments: [("/nothing", 404), ("/", 403)])
    func reportsTheStatus(path: String, status: Int) throws {
      let source = try HTTPByteSource(url: nginx.url(path))
      #expect(throws: TransportError(.httpStatus(status))) { try source.connect() }
      #expect(throws: TransportError(.httpStatus(status))) { try source.bytes(from: 0) }
    }

    @Test func reportsARedirectLoop() throws {
      let source = try HTTPByteSource(url: nginx.url("/loop"))
      #expect(throws: TransportError(.tooManyRedirects)) { try source.connect() }
    }

    @Test func reportsARefusedConnection() throws {
      let silent = try Sockets.SilentPort()
      let source = try HTTPByteSource(url: "http://127.0.0.1:\(silent.port)/")
      #expect(throws: TransportError(.connectionFailed)) { try source.connect() }
      withExtendedLifetime(silent) {}
    }

    @Test func reportsAnUnknownHost() throws {
      // A label of 64 letters is longer than any name may have (RFC 1035, 2.3.4).
      let name = String(repeating: "a", count: 64)
      let source = try HTTPByteSource(url: "http://\(name).invalid/")
      #expect(throws: TransportError(.hostNotFound)) { try source.connect() }
    }

    @Test func reportsAFailedTLSConnection() throws {
      let source = try HTTPByteSource(url: nginx.url("/noise.bin", scheme: "https"))
      #expect(throws: TransportError(.notSecure)) { try source.connect() }
    }

    @Test func refusesOtherSchemes() {
      for url in ["ftp://127.0.0.1/x", "noise.bin", "file:///etc/passwd"] {
        #expect(throws: TransportError(.unsupportedURL)) { try HTTPByteSource(url: url) }
      }
    }
  }
#endif
