import Testing

@testable import AudioTransport

@Suite struct HTTPPartsTests {
  struct Head: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    var status: Int
    var first: UInt64?
    var total: UInt64?
    var ranges = HTTPHead.Ranges.unknown
    var isRadio = false

    static let all = [
      Head(
        testDescription: "whole", lines: ["HTTP/1.1 200 OK", "Content-Length: 12", ""],
        status: 200, first: 0, total: 12),
      Head(
        testDescription: "part",
        lines: [
          "HTTP/1.1 206 Partial Content", "CONTENT-RANGE:  bytes 5-9/10 ", "Content-Length: 5", "",
        ], status: 206, first: 5, total: 10),
      Head(
        testDescription: "part of unknown", lines: ["HTTP/2 206 ", "content-range: bytes 5-9/*"],
        status: 206, first: 5),
      Head(
        testDescription: "behind the end", lines: ["HTTP/1.1 416 X", "Content-Range: bytes */10"],
        status: 416, total: 10),
      Head(
        testDescription: "ranges refused", lines: ["HTTP/1.0 200", "Accept-Ranges: none"],
        status: 200, first: 0, ranges: .refused),
      Head(
        testDescription: "redirect forgotten",
        lines: [
          "HTTP/1.1 302 Found", "Location: /", "Content-Length: 9", "", "HTTP/1.1 200 OK",
          "Accept-Ranges: bytes", "",
        ], status: 200, first: 0, ranges: .accepted),
      Head(
        testDescription: "SHOUTcast", lines: ["ICY 200 OK", "icy-name: x", ""], status: 200,
        first: 0, isRadio: true),
      Head(
        testDescription: "Icecast",
        lines: ["HTTP/1.0 200 OK", "icy-metaint: 16000", "Content-Length: 99", ""], status: 200,
        first: 0, isRadio: true),
      Head(
        testDescription: "nonsense",
        lines: ["HTTP/1.1 abc", "Content-Length: -1", ": :", "Content-Range: bytes x-/y", "\u{0}"],
        status: 0),
      Head(
        testDescription: "numbers too large",
        lines: [
          "HTTP/1.1 206 P", "Content-Range: bytes 99999999999999999999-1/99999999999999999999",
          "icy-metaint: 0",
        ], status: 206, isRadio: true),
    ]
  }

  @Test(arguments: Head.all)
  func readsHeads(sample: Head) {
    var head = HTTPHead()
    for line in sample.lines { head.add(line + "\r\n") }
    #expect(head.status == sample.status)
    #expect(head.firstByte == sample.first)
    #expect(head.total == sample.total)
    #expect(head.ranges == sample.ranges)
    #expect(head.isRadio == sample.isRadio)
    #expect(head.isWhole == (sample.lines.last == ""))
  }

  @Test func distinguishesResources() {
    func identity(_ lines: String...) -> HTTPIdentity {
      var head = HTTPHead()
      for line in ["HTTP/1.1 200 OK"] + lines { head.add(line) }
      return HTTPIdentity(head)
    }
    let both = identity("Content-Length: 9", "ETag: \"a\"")
    #expect(both.agrees(with: both))
    #expect(both.agrees(with: identity("ETag: \"a\"")))
    #expect(!both.agrees(with: identity("Content-Length: 9", "ETag: \"b\"")))
    #expect(!both.agrees(with: identity("Content-Length: 8", "ETag: \"a\"")))
    #expect(!both.agrees(with: identity("Last-Modified: x")))
    #expect(!identity().isKnown)
    #expect(!identity().agrees(with: identity()))
  }

  @Test(arguments: [
    ("http://h/a b.mp3", "http://h/a%20b.mp3"), ("HTTPS://H:1?q=ä#x", "https://H:1?q=%C3%A4"),
    ("http://u:p@h/%20\u{1}", "http://u:p@h/%20%01"), ("http://h", "http://h"),
  ])
  func writesAddresses(url: String, text: String) throws {
    #expect(try HTTPAddress(url).text == text)
  }

  @Test(
    "only the server that the secrets are for receives them", arguments: [nil, "http://a/list"])
  func secrets(secretURL: String?) {
    var options = HTTPOptions()
    options.headerFields = ["Authorization: x", "cookie: y", "X: z"]
    options.secretURL = secretURL
    // A list of one server may name segments of another one.
    let fields = HTTPHeaderFields(options, for: "http://b:80/segment")
    #expect(
      fields.lines(for: "http://a/segment") == (secretURL == nil ? ["X: z"] : options.headerFields))
    #expect(
      fields.lines(for: "http://b:80/x") == (secretURL == nil ? options.headerFields : ["X: z"]))
    #expect(fields.lines(for: "https://a/segment") == ["X: z"])
  }

  @Test(arguments: ["", "http:", "http://", "http:///x", "file:///x", "ftp://h/x", "/x", "h/x"])
  func refusesOtherAddresses(url: String) {
    #expect(throws: TransportError(.unsupportedURL)) { try HTTPAddress(url) }
  }

  @Test func retriesUntilTheDelaysAreUsedUp() {
    var retry = HTTPRetry(delays: [.zero, .seconds(1), .seconds(2)])
    #expect(retry.delay(after: .connectionFailed) == .zero)
    #expect(retry.delay(after: .timedOut) == .seconds(1))
    #expect(retry.delay(after: .timedOut) == nil, "the second silence")
    retry.receive(newByteCount: 20_000)
    for delay in [Duration.zero, .seconds(1), .seconds(2), nil] {
      #expect(retry.delay(after: .httpStatus(500)) == delay)
    }
  }

  @Test("a few new bytes reset the retry limit, but the next attempt is delayed")
  func aFewBytesResetTheLimit() {
    var retry = HTTPRetry(delays: [.zero, .seconds(1), .seconds(2)])
    for _ in 0..<10 {
      retry.receive(newByteCount: 1)
      #expect(retry.delay(after: .connectionFailed) == .seconds(1))
    }
    retry.receive(newByteCount: 0)
    #expect(retry.delay(after: .connectionFailed) == .seconds(2), "no new byte came")
    #expect(retry.delay(after: .connectionFailed) == nil)
    var short = HTTPRetry(delays: [.seconds(3)])
    short.receive(newByteCount: 1)
    #expect(short.delay(after: .connectionFailed) == .seconds(3))
    var none = HTTPRetry(delays: [])
    none.receive(newByteCount: 1)
    #expect(none.delay(after: .connectionFailed) == nil)
  }

  struct Jump: Sendable {
    var from: UInt64 = 100
    var position: UInt64
    var wanted: UInt64
    var plain: HTTPTransfer.Move
    var radio: HTTPTransfer.Move
    var whole: HTTPTransfer.Move

    static let all = [
      Jump(position: 50, wanted: 10, plain: .request, radio: .impossible, whole: .request),
      Jump(position: 50, wanted: 60, plain: .request, radio: .impossible, whole: .passOver),
      Jump(position: 50, wanted: 100, plain: .stay, radio: .stay, whole: .stay),
      Jump(position: 200, wanted: 199, plain: .request, radio: .impossible, whole: .request),
      Jump(position: 200, wanted: 250, plain: .stay, radio: .stay, whole: .stay),
      Jump(position: 200, wanted: 251, plain: .request, radio: .stay, whole: .passOver),
      Jump(position: 200, wanted: 401, plain: .request, radio: .impossible, whole: .passOver),
    ]
  }

  @Test(arguments: Jump.all)
  func choosesBetweenReadingOnAndANewRequest(jump: Jump) {
    var options = HTTPOptions()
    options.readThrough = 50
    options.radioReadThrough = 200
    let transfer = HTTPTransfer(from: jump.from, requested: jump.position)
    func move(_ isRadio: Bool, _ ranges: HTTPHead.Ranges) -> HTTPTransfer.Move {
      transfer.move(to: jump.wanted, isRadio: isRadio, ranges: ranges, options: options)
    }
    #expect(move(false, .accepted) == jump.plain)
    #expect(move(false, .unknown) == jump.plain)
    #expect(move(true, .unknown) == jump.radio)
    #expect(move(false, .refused) == jump.whole)
  }
}
