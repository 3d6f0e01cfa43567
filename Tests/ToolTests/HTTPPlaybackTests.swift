#if HTTP && LibAV && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// Playback from servers with certificates, passwords, redirects and faults.
  @Suite struct HTTPPlaybackTests {
    private let folder: TemporaryFolder
    private let bytes: [UInt8]

    init() throws {
      folder = try TemporaryFolder()
      let file = folder.url("a.mp3")
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=440:duration=8:r=44100"]
          + ["-c:a", "libmp3lame", "-b:a", "256k", "-f", "mp3", file.path])
      bytes = try Tool.read(file)
    }

    /// Plays an address; returns the program and the samples.
    private func play(
      _ address: String, _ environment: [String: String] = [:]
    ) throws -> (run: ChildProcess, samples: [Float]) {
      let output = folder.url("output-\(UUID().uuidString).wav")
      let device = ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"]
      let run = try Programs.run(
        "StreamPlayer", [address], environment: device.merging(environment) { $1 })
      let sound = (try? Tool.read(output)) ?? []
      return (run, LittleEndian.float(Array(sound.dropFirst(58))))
    }

    private func expectSound(_ address: String, _ environment: [String: String] = [:]) throws {
      let local = try play(folder.url("a.mp3").path)
      let remote = try play(address, environment)
      #expect(remote.run.ending == .exit(0), "\(address): \(remote.run.output)")
      #expect(remote.samples.elementsEqual(local.samples) && remote.samples.count > 300_000)
    }

    private func expectError(
      _ address: String, _ text: String, _ environment: [String: String] = [:]
    ) throws {
      let remote = try play(address, environment)
      #expect(remote.run.ending == .exit(1))
      #expect(remote.run.output.contains(text), "\(address): \(remote.run.output)")
    }

    // MARK: Certificates

    @Test("a certificate of a known authority for the server's name is accepted")
    func certificates() throws {
      let authority = try TestAuthority()
      let server = try SecureNginx(authority)
      try server.put(bytes, as: "a.mp3")
      let known = ["SSL_CERT_FILE": authority.file.path]
      // Each name has its own certificate, so the server must learn the name first.
      for name in ["one.localhost", "two.localhost"] {
        try expectSound("https://\(name):\(server.port)/a.mp3", known)
      }
      let text = "certificate"
      try expectError("https://127.0.0.1:\(server.port)/a.mp3", text, known)
      try expectError("https://three.localhost:\(server.port)/a.mp3", text, known)
      try expectError("https://one.localhost:\(server.port)/a.mp3", text)
    }

    // MARK: Passwords

    @Test("a name and a password in the URL answer a challenge; a wrong password fails")
    func basic() throws {
      let server = try FileServer(.init(bytes: bytes)) { request in
        let credentials = Data("me:p w".utf8).base64EncodedString()
        if request.field("Authorization") == "Basic \(credentials)" { return nil }
        return [Self.challenge("Basic realm=\"x\"")]
      }
      let address = server.url.dropFirst(7)
      try expectSound("http://me:p%20w@\(address)")
      try expectError("http://me:wrong@\(address)", "status 401")
      try expectError("http://\(address)", "status 401")
    }

    private static func challenge(_ method: String) -> RawServer.Step {
      let body = "<html>Who are you?</html>"
      return .send(
        Array(
          ("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(method)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8))
    }

    @Test("a digest challenge is answered without the password")
    func digest() throws {
      let server = try FileServer(.init(bytes: bytes)) { request in
        if let answer = request.field("Authorization"), Self.isRight(answer) { return nil }
        return [Self.challenge("Digest realm=\"x\", nonce=\"abc\", qop=\"auth\"")]
      }
      try expectSound("http://me:secret@\(server.url.dropFirst(7))")
      #expect(!server.requests.contains { $0.text.contains("Basic") })
      try expectError("http://me:wrong@\(server.url.dropFirst(7))", "status 401")
    }

    /// Source: RFC 7616, 3.4.1, with MD5 and `qop=auth`.
    private static func isRight(_ answer: String) -> Bool {
      guard answer.hasPrefix("Digest ") else { return false }
      var fields: [String: String] = [:]
      for part in answer.dropFirst(7).split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1).map { String($0) }
        guard pair.count == 2 else { continue }
        fields[pair[0].filter { $0 != " " }] = pair[1].filter { $0 != "\"" }
      }
      func md5(_ text: String) -> String {
        let output = try? Tool.run("md5sum", [], input: Array(text.utf8))
        return String(decoding: (output ?? []).prefix(32), as: UTF8.self)
      }
      let count = fields["nc"] ?? ""
      let client = fields["cnonce"] ?? ""
      let expected = md5("\(md5("me:x:secret")):abc:\(count):\(client):auth:\(md5("GET:/file"))")
      return fields["response"] == expected
    }

    // MARK: Redirects

    @Test("the first request and each later one follow a chain of redirects")
    func redirects() throws {
      let target = try FileServer(.init(bytes: bytes, cut: 100_000))
      target.change { $0.ending = nil }
      let location = target.url
      let server = try RawServer { request in
        let number = Int(request.text.split(separator: " ")[1].dropFirst()) ?? 0
        let next = number < 5 ? "/\(number + 1)" : location
        return [FileServer.head(["HTTP/1.1 302 Found", "Location: \(next)", "Content-Length: 0"])]
      }
      try expectSound(server.url("/1"))
      // The chain is not repeated when the connection breaks.
      #expect(server.requests.count == 5 && target.requests.count == 3)
    }

    @Test("the original URL is asked again when the target of a redirect fails")
    func expiredTarget() throws {
      let first = try FileServer(.init(bytes: bytes, cut: 100_000)) { request in
        // A signed URL that expires.
        request.index == 0
          ? nil : [FileServer.head(["HTTP/1.1 403 Expired", "Content-Length: 0"])]
      }
      first.change { $0.ending = .reset }
      let second = try FileServer(.init(bytes: bytes))
      let locations = [first.url, second.url]
      let server = try RawServer { request in
        [
          FileServer.head([
            "HTTP/1.1 307 Moved", "Location: \(locations[min(request.index, 1)])",
            "Content-Length: 0",
          ])
        ]
      }
      try expectSound(server.url("/song"))
      #expect(server.requests.count == 2 && second.requests.count == 1)
    }

    // MARK: Faults

    @Test("a server that is busy at first is asked again", arguments: [500, 503, 429])
    func busy(status: Int) throws {
      let server = try FileServer(.init(bytes: bytes)) { request in
        request.index == 0
          ? [
            FileServer.head([
              "HTTP/1.1 \(status) Busy", "Retry-After: 1", "Content-Length: 0",
            ])
          ] : nil
      }
      try expectSound(server.url)
      #expect(server.requests.count == 2)
    }

    @Test("a server that stays busy is a clear error")
    func alwaysBusy() throws {
      let server = try FileServer(.init(bytes: bytes))
      server.change { $0.refusal = ["HTTP/1.1 500 Broken"] }
      try expectError(server.url, "status 500")
      #expect(server.requests.count == 3)
    }

    @Test("a connection that is reset continues at the same byte", arguments: [true, false])
    func reset(hasRanges: Bool) throws {
      let server = try FileServer(.init(bytes: bytes, cut: 90_000))
      server.change { manner in
        manner.ending = .reset
        manner.hasRanges = hasRanges
      }
      Thread.detachNewThread {
        _ = waitUntil { server.requests.count > 1 }
        server.change { $0.cut = .max }
      }
      try expectSound(server.url)
    }

    @Test("a chunked body is heard to its end", arguments: [7, 1000, 300_000])
    func chunked(count: Int) throws {
      let server = try FileServer(.init(bytes: bytes))
      server.change { manner in
        manner.chunkCount = count
        manner.hasRanges = false
      }
      try expectSound(server.url)
    }

    @Test("a chunked body that breaks is continued by a range, and never replayed")
    func brokenChunks() throws {
      let server = try FileServer(.init(bytes: bytes, cut: 100_000))
      server.change { manner in
        manner.chunkCount = 1000
        manner.ending = nil
      }
      Thread.detachNewThread {
        _ = waitUntil { server.requests.count > 1 }
        server.change { $0.cut = .max }
      }
      try expectSound(server.url)
      #expect(server.requests.count >= 2 && server.requests[1].field("If-Range") == "\"1\"")
    }
  }
#endif
