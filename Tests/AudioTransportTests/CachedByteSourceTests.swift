#if HTTP
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioTransport

  /// Bytes of a server that are kept on disk.
  @Suite struct CachedByteSourceTests {
    private let folder: TemporaryFolder
    private let bytes = ByteSourceContract.bytes
    private var path: String { folder.url("cache/deep").path }

    init() throws { folder = try TemporaryFolder() }

    private var options: HTTPOptions {
      var options = HTTPOptions.impatient
      options.readThrough = 1000
      // No test depends on the end of a silence.
      options.silence = .seconds(600)
      return options
    }

    private func source(_ url: String, limit: UInt64 = 10_000_000) throws -> CachedByteSource {
      try CachedByteSource(
        url: url, options: options, cache: CacheOptions(folder: path, byteLimit: limit))
    }

    private func files(_ suffix: String) -> [URL] {
      let folder = folder.url("cache/deep")
      let all = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return (all ?? []).filter { $0.lastPathComponent.hasSuffix(suffix) }
    }

    /// Waits until all bytes are on disk.
    private func fill(_ source: CachedByteSource) throws {
      try waitUntil("all bytes are on disk") { source.storedRanges == [0..<300_000] }
    }

    // MARK: The contract

    enum Beginning: String, CaseIterable {
      case nothing, parts, everything
    }

    @Test(
      "a cached resource has the same bytes at any offset", arguments: Beginning.allCases,
      ["/file", "/whole/file", "/moved/file"])
    func contract(_ beginning: Beginning, path: String) throws {
      let nginx = try PrivateNginx()
      try nginx.put(bytes, as: "file")
      let url = nginx.url(path)
      switch beginning {
      case .nothing: break
      case .parts:
        let first = try source(url)
        for start in [200_000, 100, 299_999] {
          #expect(try first.bytes(from: start, count: 1) == [bytes[start]])
        }
      case .everything: try fill(source(url))
      }
      try ByteSourceContract.check(source(url))
    }

    @Test("all bytes are fetched ahead, and then play without a server")
    func offline() throws {
      let server = try FileServer(.init(bytes: bytes))
      do {
        let first = try source(server.url)
        #expect(try first.bytes(from: 0, count: 1) == [bytes[0]])
        try fill(first)
        #expect(first.progress.bufferedEnd == 300_000 && first.progress.isSeekable)
      }
      #expect(server.requests.count == 1)
      server.stop()
      let second = try source(server.url)
      try ByteSourceContract.check(second)
      #expect(second.progress.isSeekable)
    }

    @Test("a seek to bytes on disk needs no request, and one elsewhere needs one")
    func seeks() throws {
      let server = try FileServer(.init(bytes: bytes, cut: 100_000))
      let source = try source(server.url)
      #expect(try source.bytes(from: 0, count: 100_000) == Array(bytes[..<100_000]))
      #expect(try source.bytes(from: 50_000, count: 100) == Array(bytes[50_000..<50_100]))
      #expect(server.requests.count == 1)
      #expect(try source.bytes(from: 250_000, count: 100) == Array(bytes[250_000..<250_100]))
      #expect(server.requests[1].field("Range") == "bytes=250000-")
      #expect(server.requests[1].field("If-Range") == "\"1\"")
      // The gap is filled by itself, up to the bytes on disk.
      try waitUntil("the gap is requested") { server.requests.count == 3 }
      #expect(server.requests[2].field("Range") == "bytes=100000-249999")
      try waitUntil("the gap is fetched") {
        source.storedRanges == [0..<200_000, 250_000..<300_000]
      }
      #expect(try source.bytes(from: 150_000, count: 100) == Array(bytes[150_000..<150_100]))
    }

    @Test("bytes of an earlier day are not fetched again")
    func continues() throws {
      let server = try FileServer(.init(bytes: bytes, cut: 60_000))
      do {
        let first = try source(server.url)
        #expect(try first.bytes(from: 0, count: 60_000) == Array(bytes[..<60_000]))
        #expect(try first.bytes(from: 200_000, count: 10) == Array(bytes[200_000..<200_010]))
        try waitUntil("parts are on disk") {
          first.storedRanges == [0..<60_000, 200_000..<260_000]
        }
      }
      server.change { $0.cut = .max }
      let before = server.requests.count
      let second = try source(server.url)
      #expect(try second.bytes(from: 0) == bytes)
      try fill(second)
      let ranges = server.requests[before...].map { $0.field("Range") }
      #expect(ranges == ["bytes=60000-199999", "bytes=260000-"])
    }

    @Test("requests with other header fields are other resources")
    func fields() throws {
      let server = try FileServer(.init(bytes: bytes))
      try fill(source(server.url))
      var options = options
      options.headerFields = ["Accept-Language: de"]
      let cache = CacheOptions(folder: path, byteLimit: 10_000_000)
      let other = try CachedByteSource(url: server.url, options: options, cache: cache)
      #expect(try other.bytes(from: 0) == bytes)
      #expect(server.requests.count == 2 && files(".data").count == 2)
    }

    @Test("a resource on disk has the URL after redirects, and only its owner may read it")
    func redirected() throws {
      let nginx = try PrivateNginx()
      try nginx.put(bytes, as: "file")
      let moved = nginx.url("/moved/file")
      for _ in 0..<2 {
        let source = try source(moved)
        try fill(source)
        let url = try #require(source.progress.url)
        #expect(url.hasSuffix("/file") && url != moved)
      }
      for file in files(".map") + files(".data") {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }

    // MARK: Validation

    @Test("a whole resource is confirmed by a request without a body")
    func confirmed() throws {
      let server = try FileServer(.init(bytes: bytes))
      try fill(source(server.url))
      #expect(try source(server.url).bytes(from: 0) == bytes)
      let requests = server.requests
      try #require(requests.count == 2)
      #expect(requests[1].field("If-None-Match") == "\"1\"")
    }

    @Test("a resource stays without a request as long as the server states")
    func fresh() throws {
      let server = try FileServer(.init(bytes: bytes, others: ["Cache-Control: max-age=1000"]))
      try fill(source(server.url))
      #expect(try source(server.url).bytes(from: 0) == bytes)
      #expect(server.requests.count == 1)
    }

    static let otherVersions = [
      ["ETag: \"2\""], ["Last-Modified: Mon, 07 Nov 1994 08:49:37 GMT"],
      ["ETag: W/\"2\"", "Last-Modified: Mon, 07 Nov 1994 08:49:37 GMT"], ["X: none"],
    ]

    @Test("another version replaces the bytes on disk", arguments: otherVersions, [true, false])
    func changed(version: [String], isWhole: Bool) throws {
      let server = try FileServer(.init(bytes: bytes, cut: isWhole ? .max : 90_000))
      do {
        let first = try source(server.url)
        let count = isWhole ? 300_000 : 90_000
        #expect(try first.bytes(from: 0, count: count) == Array(bytes[..<count]))
      }
      let new = noise(250_000)
      server.change { manner in
        (manner.bytes, manner.version, manner.cut) = (new, version, .max)
      }
      #expect(try source(server.url).bytes(from: 0) == new)
      #expect(try source(server.url).bytes(from: 0) == new)
    }

    @Test(
      "a date and a length identify a version without a strong tag",
      arguments: [[], ["ETag: W/\"1\""]])
    func date(tag: [String]) throws {
      let version = tag + ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]
      let server = try FileServer(.init(bytes: bytes, version: version, cut: 100_000))
      #expect(try source(server.url).bytes(from: 0, count: 100_000) == Array(bytes[..<100_000]))
      server.change { $0.cut = .max }
      #expect(try source(server.url).bytes(from: 0) == bytes)
      #expect(server.requests.count == 2)
      #expect(server.requests[1].field("Range") == "bytes=100000-")
      // No `Date` says that the date is strong.
      #expect(server.requests[1].field("If-Range") == nil)
    }

    struct Forbidden: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var version = ["ETag: \"1\""]
      var others: [String] = []
      var hasLength = true

      static let all = [
        Forbidden(testDescription: "no-store", others: ["Cache-Control: no-store"]),
        Forbidden(testDescription: "no validator", version: []),
        Forbidden(testDescription: "weak tag", version: ["ETag: W/\"1\""]),
        Forbidden(testDescription: "radio", others: ["icy-name: x"], hasLength: false),
        Forbidden(testDescription: "no length", version: [], hasLength: false),
      ]
    }

    @Test(
      "a resource that may not be stored, or has no version, is streamed",
      arguments: Forbidden.all)
    func streamed(_ example: Forbidden) throws {
      let server = try FileServer(
        .init(
          bytes: bytes, version: example.version, others: example.others,
          hasLength: example.hasLength))
      for _ in 0..<2 {
        let source = try source(server.url)
        #expect(try source.bytes(from: 0, count: 300_000) == bytes)
        #expect(files(".data").isEmpty && files(".map").isEmpty)
      }
      #expect(server.requests.count >= 2)
    }

    @Test("a resource without a length is complete once it has ended")
    func chunked() throws {
      let server = try FileServer(.init(bytes: bytes, hasLength: false))
      #expect(try source(server.url).bytes(from: 0) == bytes)
      server.stop()
      let second = try source(server.url)
      #expect(try second.bytes(from: 0) == bytes)
      #expect(second.byteCount == 300_000)
    }

    @Test("the map file is complete before the end can be read", arguments: [true, false])
    func savedBeforeEnd(hasLength: Bool) throws {
      for _ in 0..<20 {
        let folder = try TemporaryFolder()
        let cache = CacheOptions(folder: folder.url("cache").path, byteLimit: 10_000_000)
        let server = try FileServer(.init(bytes: bytes, hasLength: hasLength))
        let source = try CachedByteSource(url: server.url, options: options, cache: cache)
        let isSame = try source.bytes(from: 0) == bytes
        // As the next run would find it, if the program ended here.
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.folder)
        let map = try #require(names.first { $0.hasSuffix(".map") })
        let record = CacheRecord(try Tool.read(folder.url("cache/" + map)))
        #expect(isSame && record?.isComplete == true)
      }
    }

    @Test("a resource that needs confirmation does not play without it")
    func mustConfirm() throws {
      let server = try FileServer(.init(bytes: bytes, others: ["Cache-Control: no-cache"]))
      try fill(source(server.url))
      server.stop()
      #expect(throws: TransportError(.connectionFailed)) {
        try source(server.url).bytes(from: 0, count: 1)
      }
    }

    @Test("a whole resource does not wait long for a silent server")
    func silent() throws {
      let server = try FileServer(.init(bytes: bytes)) { $0.index == 0 ? nil : [.stall] }
      try fill(source(server.url))
      let second = try source(server.url)
      #expect(try second.bytes(from: 0) == bytes)
      #expect(server.requests.count == 2)
    }

    @Test("a busy server confirms nothing, and a missing file is missing")
    func refused() throws {
      let server = try FileServer(.init(bytes: bytes))
      try fill(source(server.url))
      server.change { $0.refusal = ["HTTP/1.1 503 Busy"] }
      #expect(try source(server.url).bytes(from: 0) == bytes)
      server.change { $0.refusal = ["HTTP/1.1 404 Gone"] }
      #expect(throws: TransportError(.httpStatus(404))) {
        try source(server.url).bytes(from: 0, count: 1)
      }
      #expect(files(".data").isEmpty)
    }

    // MARK: Damage

    enum Damage: String, CaseIterable {
      case byte, hole, truncated, noData, mapTruncated, mapByte, noMap, otherMap
    }

    @Test(
      "damaged files are detected, and their bytes are fetched again",
      arguments: Damage.allCases)
    func damage(_ damage: Damage) throws {
      let server = try FileServer(.init(bytes: bytes))
      try fill(source(server.url))
      let data = try #require(files(".data").first)
      let map = try #require(files(".map").first)
      var stored = try Tool.read(data)
      var text = try Tool.read(map)
      switch damage {
      case .byte: stored[150_000] ^= 1
      case .hole: stored.replaceSubrange(100_000..<200_000, with: repeatElement(0, count: 100_000))
      case .truncated: stored.removeLast(100_000)
      case .noData: stored = []
      case .mapTruncated: text.removeLast(40)
      case .mapByte: text[text.count / 2] ^= 1
      case .noMap: text = []
      case .otherMap:
        var record = try #require(CacheRecord(text))
        record.key += "x"
        text = record.encoded
      }
      try Tool.write(stored, to: data)
      try Tool.write(text, to: map)
      try ByteSourceContract.check(source(server.url))
      let before = server.requests.count
      // Repaired for good.
      try ByteSourceContract.check(source(server.url))
      #expect(server.requests.count == before + 1)
    }

    @Test("a disk that damages everything is no longer used, and the resource still plays")
    func alwaysDamaged() throws {
      let bytes = noise(8_000_000)
      let server = try FileServer(.init(bytes: bytes))
      do {
        let first = try source(server.url)
        try waitUntil("all bytes are on disk") { first.storedRanges == [0..<8_000_000] }
      }
      try Tool.write([UInt8](repeating: 0, count: 8_000_000), to: #require(files(".data").first))
      let isSame = try source(server.url).bytes(from: 0) == bytes
      #expect(isSame)
    }

    @Test("bytes that vanish from the disk during reading are fetched again")
    func vanishing() throws {
      let server = try FileServer(.init(bytes: bytes))
      let source = try source(server.url)
      try fill(source)
      try Tool.write([], to: try #require(files(".data").first))
      #expect(try source.bytes(from: 0) == bytes)
    }

    @Test("without a disk, the resource is streamed")
    func noDisk() throws {
      try Tool.write([], to: folder.url("cache"))
      let server = try FileServer(.init(bytes: bytes))
      let source = try source(server.url)
      try ByteSourceContract.check(source)
      #expect(source.progress.isSeekable && source.storedRanges == [])
    }

    @Test("a cache that becomes full leaves the rest to the transfer", arguments: [true, false])
    func full(hasRanges: Bool) throws {
      let server = try FileServer(.init(bytes: bytes, hasLength: false))
      server.change { $0.hasRanges = hasRanges }
      let source = try source(server.url, limit: 150_000)
      #expect(try source.bytes(from: 0) == bytes)
      #expect(server.requests.count == 1)
    }

    // MARK: Size

    @Test("the least recently used resource makes room, and one in use does not")
    func eviction() throws {
      let server = try FileServer(.init(bytes: bytes))
      let urls = (0..<4).map { server.url + "?\($0)" }
      func age(_ index: Int) throws {
        for file in files(".map")
        where String(decoding: try Tool.read(file), as: UTF8.self)
          .contains("file?\(index) ")
        {
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -1000 + Double(index))],
            ofItemAtPath: file.path)
        }
      }
      let used = try source(urls[0], limit: 1_000_000)
      try fill(used)
      for index in 1..<3 {
        try fill(source(urls[index], limit: 1_000_000))
        try age(index)
      }
      try age(0)
      try fill(source(urls[3], limit: 1_000_000))
      #expect(files(".data").count == 3)
      let maps = try files(".map").map { String(decoding: try Tool.read($0), as: UTF8.self) }
      #expect(!maps.contains { $0.contains("file?1 ") } && maps.count == 3)
      #expect(try used.bytes(from: 0) == bytes)
    }

    @Test("a resource larger than the cache is streamed")
    func tooLarge() throws {
      let server = try FileServer(.init(bytes: bytes))
      #expect(try source(server.url, limit: 299_999).bytes(from: 0) == bytes)
      #expect(files(".data").isEmpty)
    }

    // MARK: Several sources

    @Test("a second source reads the bytes that the first source fetches")
    func shared() throws {
      let server = try FileServer(.init(bytes: bytes))
      let first = try source(server.url)
      #expect(try first.bytes(from: 0, count: 1) == [bytes[0]])
      let second = try source(server.url)
      #expect(try second.bytes(from: 0) == bytes)
      #expect(server.requests.count == 1)
      #expect(second.byteCount == 300_000 && second.progress.isSeekable)
    }

    @Test("a second source streams the bytes that the first source does not fetch")
    func starving() throws {
      let server = try FileServer(.init(bytes: bytes, cut: 100_000))
      let first = try source(server.url)
      #expect(try first.bytes(from: 0, count: 100_000) == Array(bytes[..<100_000]))
      server.change { $0.cut = .max }
      let second = try source(server.url)
      #expect(try second.bytes(from: 0, count: 250_000) == Array(bytes[..<250_000]))
      #expect(try first.bytes(from: 200_000, count: 9) == Array(bytes[200_000..<200_009]))
    }

    @Test("a second source takes over when the first one ends")
    func takesOver() throws {
      let server = try FileServer(.init(bytes: bytes, cut: 100_000))
      var first: CachedByteSource? = try source(server.url)
      #expect(try first?.bytes(from: 0, count: 100_000) == Array(bytes[..<100_000]))
      let second = try source(server.url)
      #expect(try second.bytes(from: 0, count: 1000) == Array(bytes[..<1000]))
      server.change { $0.cut = .max }
      first = nil
      #expect(try second.bytes(from: 0) == bytes)
      try fill(second)
      #expect(server.requests.last?.field("Range") == "bytes=100000-")
    }

    @Test("many sources of one resource all have its bytes")
    func crowd() async throws {
      let server = try FileServer(.init(bytes: bytes))
      let (url, path, bytes, options) = (server.url, path, bytes, options)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let source = try CachedByteSource(
              url: url, options: options,
              cache: CacheOptions(folder: path, byteLimit: 1_000_000))
            return try source.bytes(from: 0) == bytes
          }
        }
        for try await isSame in group { #expect(isSame) }
      }
    }

    @Test("cancelling ends the wait of a reader", arguments: [0, 100])
    func cancelled(stall: Int) throws {
      let server = try FileServer(.init(bytes: bytes, cut: stall))
      let source = try source(server.url)
      Thread.detachNewThread {
        _ = waitUntil { source.progress.readOffset == 100 || server.requests.count > 0 }
        source.cancel()
      }
      #expect(throws: TransportError(.cancelled)) { try source.bytes(from: 0) }
      #expect(throws: TransportError(.cancelled)) { try source.bytes(from: 0, count: 1) }
    }
  }
#endif
