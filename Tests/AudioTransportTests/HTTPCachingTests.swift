import Testing

@testable import AudioTransport

/// The meaning of header fields for a cache.
@Suite struct HTTPCachingTests {
  private func head(_ lines: [String]) -> HTTPHead {
    var head = HTTPHead()
    for line in ["HTTP/1.1 200 OK"] + lines + [""] { head.add(line) }
    return head
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var lines: [String]
    var isAllowed = true
    var needsConfirmation = false
    var freshSeconds: Int64 = 0

    var testDescription: String { lines.joined(separator: ", ") }

    static let all = [
      Case(lines: []),
      Case(lines: ["Cache-Control: max-age=60"], freshSeconds: 60),
      Case(lines: ["Cache-Control: private, MAX-AGE = \"60\""], freshSeconds: 60),
      Case(lines: ["Cache-Control: max-age=60", "Age: 20"], freshSeconds: 40),
      Case(lines: ["Age: 90", "Cache-Control: max-age=60"]),
      Case(lines: ["Cache-Control: max-age=-1"]),
      Case(lines: ["Cache-Control: max-age=99999999999999999999"]),
      Case(lines: ["Cache-Control: max-age"]),
      Case(lines: ["Cache-Control: no-store"], isAllowed: false),
      Case(lines: ["Cache-Control: x=\"no-store\""]),
      Case(lines: ["Vary: Origin"]),
      Case(lines: ["Vary: *"], isAllowed: false),
      Case(
        lines: ["Cache-Control: no-cache", "Cache-Control: max-age=9"], needsConfirmation: true),
      Case(lines: ["Cache-Control: must-revalidate,,"], needsConfirmation: true),
    ]
  }

  @Test("fields allow a cache as much as they say", arguments: Case.all)
  func caching(_ example: Case) {
    let caching = head(example.lines).caching
    #expect(caching.isAllowed == example.isAllowed)
    #expect(caching.needsConfirmation == example.needsConfirmation)
    #expect(caching.freshSeconds == example.freshSeconds)
  }

  @Test(
    "dates of header fields are seconds",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800),
      ("Sun, 01 Mar 2026 00:00:00 GMT", 1_772_323_200),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil), ("", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
    ])
  func dates(text: String, seconds: Int64?) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  struct Version: Sendable, CustomTestStringConvertible {
    var lines: [String]
    var isCacheable: Bool
    var rangeCondition: String?
    var testDescription: String { lines.joined(separator: ", ") }

    private static let old = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let all = [
      Version(lines: [], isCacheable: false),
      Version(lines: ["Content-Length: 9"], isCacheable: false),
      Version(lines: ["ETag: \"a\""], isCacheable: true, rangeCondition: "\"a\""),
      Version(lines: ["ETag: W/\"a\"", "Content-Length: 9"], isCacheable: false),
      // A date may not identify a resource that has a tag.
      Version(lines: ["ETag: W/\"a\"", "Content-Length: 9", old], isCacheable: true),
      Version(lines: [old], isCacheable: false),
      Version(lines: ["Content-Length: 9", old], isCacheable: true),
      Version(
        lines: ["Content-Length: 9", old, "Date: Sun, 06 Nov 1994 08:49:38 GMT"],
        isCacheable: true, rangeCondition: date),
      // Another version of the same second could exist.
      Version(lines: [old, "Date: \(date)", "Content-Length: 9"], isCacheable: true),
    ]
  }

  @Test("only strong properties join bytes of different days", arguments: Version.all)
  func versions(_ example: Version) {
    let identity = HTTPIdentity(head(example.lines))
    #expect(identity.isCacheable == example.isCacheable)
    #expect(identity.rangeCondition == example.rangeCondition)
  }
}
