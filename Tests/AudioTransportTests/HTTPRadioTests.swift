#if HTTP
  import TestSupport
  import Testing

  @testable import AudioTransport

  /// Stations: streams without a length that a listener can join at any time.
  @Suite struct HTTPRadioTests {
    private static let file = noise(500_000)

    private static func head(_ lines: String...) -> RawServer.Step {
      .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    @Test(arguments: ["ICY 200 OK", "HTTP/1.0 200 OK"])
    func extractsTitlesFromRadioStreams(status: String) throws {
      let server = try RawServer { _ in
        var stream: [UInt8] = []
        for start in stride(from: 0, to: 500_000, by: 1000) {
          stream += Self.file[start..<start + 1000]
          let text = Array("StreamTitle='Song \(start)';".utf8)
          stream += [2] + text + [UInt8](repeating: 0, count: 32 - text.count)
        }
        return [Self.head(status, "icy-metaint:1000"), .send(stream), .stall]
      }
      let source = try HTTPByteSource(url: server.url(), options: .small)
      #expect(try source.bytes(from: 0, count: 500_000) == Self.file)
      // The last title comes after the last byte.
      #expect(waitUntil { source.progress.title == "Song 499000" })
      #expect(server.requests.first?.text.contains("Icy-MetaData: 1") == true)
      #expect(throws: TransportError(.cannotSeek)) { try source.bytes(from: 0, count: 1) }
    }

    /// How a station ends a connection; the next one continues the file.
    enum Leaving: CaseIterable, Sendable {
      case silent, closed

      var step: RawServer.Step? {
        switch self {
        case .silent: .stall
        case .closed: nil
        }
      }
    }

    @Test("the source reconnects to a station that disconnects", arguments: Leaving.allCases)
    func joinsARadioStreamAgain(leaving: Leaving) throws {
      let server = try RawServer { request in
        let start = request.index * 250_000
        guard start < 500_000 else { return [Self.head("ICY 200 OK"), .stall] }
        let piece = Array(Self.file[start..<start + 250_000])
        let end = request.index == 0 ? leaving.step : .stall
        return [Self.head("ICY 200 OK"), .send(piece)] + [end].compactMap { $0 }
      }
      let source = try HTTPByteSource(url: server.url(), options: .soonSilent)
      #expect(try source.bytes(from: 0, count: 500_000) == Self.file)
      #expect(server.requests.count == 2)
      #expect(source.byteCount == nil)
      #expect(source.progress.reconnectCount == 1 && !source.progress.isReconnecting)
    }

    @Test("new bytes reset the limit of reconnections")
    func bytesResetTheLimit() throws {
      let server = try RawServer { request in
        // Every second connection brings no bytes.
        let start = request.index / 2 * 20_000
        // The source reads on while the test is late.
        guard start < Self.file.count else {
          return [Self.head("HTTP/1.1 200 OK", "icy-br: 128"), .stall]
        }
        let piece = request.index.isMultiple(of: 2) ? Self.file[start..<start + 20_000] : []
        return [Self.head("HTTP/1.1 200 OK", "icy-br: 128"), .send(Array(piece))]
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(try source.bytes(from: 0, count: 400_000) == Array(Self.file.prefix(400_000)))
      #expect(server.requests.count >= 39)
    }

    /// A station's answers to returning listeners.
    private static let goneAnswers: [[RawServer.Step]] = [
      [], [head("HTTP/1.1 200 OK", "icy-br: 128")],
      [head("HTTP/1.1 404 Not Found", "Content-Length: 0")],
    ]

    @Test("reconnecting to an absent station stops after some attempts", arguments: 0..<3)
    func givesUpAStationThatStaysAway(gone: Int) throws {
      let server = try RawServer { request in
        guard request.index > 0 else {
          return [Self.head("ICY 200 OK"), .send(Array(Self.file.prefix(100_000)))]
        }
        return Self.goneAnswers[gone]
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(try source.bytes(from: 0, count: 100_000) == Array(Self.file.prefix(100_000)))
      let reason = gone < 2 ? TransportError.Reason.connectionFailed : .httpStatus(404)
      #expect(throws: TransportError(reason)) { try source.bytes(from: 100_000, count: 1) }
      #expect(server.requests.count == 1 + HTTPOptions.impatient.retryDelays.count)
    }

    @Test("a station cannot seek back, even while it waits for a reconnection")
    func doesNotGoBackWhileItWaits() throws {
      let server = try RawServer { _ in
        [Self.head("ICY 200 OK"), .send(Array(Self.file))]
      }
      var options = HTTPOptions.small
      options.retryDelays = [.seconds(3600)]
      let source = try HTTPByteSource(url: server.url(), options: options)
      #expect(try source.bytes(from: 0, count: 500_000) == Self.file)
      #expect(throws: TransportError(.cannotSeek)) { try source.bytes(from: 0, count: 1) }
    }

    @Test("the first connection to a station is not retried")
    func firstAnswerDecides() throws {
      let server = try RawServer { _ in
        [Self.head("HTTP/1.1 404 Not Found", "icy-br: 128", "Content-Length: 0")]
      }
      let source = try HTTPByteSource(url: server.url(), options: .impatient)
      #expect(throws: TransportError(.httpStatus(404))) { try source.connect() }
      #expect(server.requests.count == 1)
    }
  }
#endif
