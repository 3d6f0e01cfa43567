import Testing

@testable import AudioTransport

@Suite struct ICYTextTests {
  private func fields(_ text: String) -> [String] {
    ICYText(Array(text.utf8)).fields.map { "\($0.name)=\($0.text)" }
  }

  @Test(
    "values may contain quotes and semicolons",
    arguments: [
      ("StreamTitle='One';StreamUrl='x';", ["StreamTitle=One", "StreamUrl=x"]),
      (
        "StreamTitle='It's; a 'test';';StreamUrl='';",
        ["StreamTitle=It's; a 'test';", "StreamUrl="]
      ),
      ("StreamTitle='a = 'b';", ["StreamTitle=a = 'b"]),
      ("StreamTitle='a';b';", ["StreamTitle=a';b"]),
      ("StreamTitle='no end", ["StreamTitle=no end"]),
      ("StreamTitle='no semicolon'", ["StreamTitle=no semicolon"]),
      ("StreamTitle='", ["StreamTitle="]),
      ("StreamTitle='two\nlines';  ", ["StreamTitle=two\nlines"]),
      ("adw_ad='true';durationMilliseconds='30';", ["adw_ad=true", "durationMilliseconds=30"]),
      ("no fields", []), ("", []), ("='", []),
    ])
  func values(text: String, expected: [String]) {
    #expect(fields(text) == expected)
  }

  @Test("bytes that are not UTF-8 are Latin-1, and stay available")
  func encodings() throws {
    let latin = Array("StreamTitle='Caf".utf8) + [0xE9] + Array("';".utf8) + [0, 0]
    let field = try #require(ICYText(latin).field("streamtitle"))
    #expect(field.text == "Café")
    #expect(field.bytes == Array("Caf".utf8) + [0xE9])
    #expect(fields("StreamTitle='Café';") == ["StreamTitle=Café"])
  }

  @Test("no bytes trap")
  func noise() {
    let alphabet = Array("St=';'a\u{0} ".utf8)
    var seed: UInt64 = 1
    for _ in 0..<20_000 {
      let bytes = (0..<24).map { _ -> UInt8 in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(seed >> 33) % alphabet.count]
      }
      let text = ICYText(bytes)
      #expect(text.fields.reduce(0) { $0 + $1.bytes.count } <= bytes.count)
    }
  }
}
