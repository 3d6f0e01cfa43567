import Testing

@testable import AudioContainers

@Suite struct HLSVariableTests {
  static let source = HLSSource(
    .url("https://h/l.m3u8?token=a%2Fb%zz&e=&n&Token=C#f?x=1"), variables: ["host": "http://i"])

  static let all = [
    HLSCase(
      "a variable in a URI, a quoted attribute, and a hexadecimal number",
      """
      #EXTM3U
      #EXT-X-DEFINE:NAME="a-_1",VALUE="x y"
      #EXT-X-DEFINE:NAME="e",VALUE=""
      #EXT-X-DEFINE:NAME="b",VALUE="<{$a-_1}>"
      #EXT-X-DEFINE:NAME="iv",VALUE="FF"
      #EXT-X-TARGETDURATION:1
      #EXT-X-KEY:METHOD=AES-128,URI="{$b}{$e}",IV=0x{$iv}
      #EXTINF:1,{$a-_1}
      1{$b}2{$a-_1}3
      """,
      "live 1 s\n0 1<x y>2x y3 0+1 '{$a-_1}' key(aes128 <x y> iv ff)"),
    HLSCase(
      "an imported variable and a parameter of the query",
      """
      #EXTM3U
      #EXT-X-DEFINE:IMPORT="host"
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXT-X-DEFINE:QUERYPARAM="Token"
      #EXT-X-TARGETDURATION:1
      {$host}/{$token}/{$Token}
      """,
      "live 1 s\n0 http://i/a/b%zz/C 0+1"),
    HLSCase(
      "other braces are text", "#EXT-X-TARGETDURATION:1\n{a}{$}{$a b}{${$\n",
      "live 1 s\n0 {a}{$}{$a b}{${$ 0+1"),
    HLSCase(
      "values are not expanded again",
      "#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"$b}\"\n"
        + "#EXT-X-DEFINE:NAME=\"b\",VALUE=\"no\"\n{{$a}\n", "live 1 s\n0 {$b} 0+1"),
    HLSCase(
      "no definition", "#EXT-X-TARGETDURATION:1\n{$a}\n", "error: undefinedVariable, line 2"),
    HLSCase(
      "a definition after its use",
      "#EXT-X-TARGETDURATION:1\n{$a}\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n",
      "error: undefinedVariable, line 2"),
    HLSCase("no value", "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\"\n", "error: definition, line 2"),
    HLSCase("no name", "#EXTM3U\n#EXT-X-DEFINE:VALUE=\"a\"\n", "error: definition, line 2"),
    HLSCase(
      "a name twice", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"",
      "error: definition, line 2"),
    HLSCase(
      "an unknown import", "#EXT-X-DEFINE:IMPORT=\"port\"\n", "error: definition, line 1"),
    HLSCase(
      "an unknown parameter", "#EXT-X-DEFINE:QUERYPARAM=\"x\"\n", "error: definition, line 1"),
    HLSCase(
      "a parameter without a value", "#EXT-X-DEFINE:QUERYPARAM=\"n\"\n",
      "error: definition, line 1"),
    HLSCase(
      "a parameter with an empty value", "#EXT-X-DEFINE:QUERYPARAM=\"e\"\n",
      "error: definition, line 1"),
  ]

  @Test("variables are replaced", arguments: all)
  func replaces(item: HLSCase) {
    #expect(HLSDump.read(item.text, from: Self.source) == item.result)
  }

  @Test("a multivariant playlist passes its variables on")
  func passesOn() throws {
    let playlist = try hlsMultivariant(
      "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXT-X-DEFINE:QUERYPARAM=\"q\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=1\n{$a}{$q}\n")
    #expect(playlist.variables == ["a": "b", "q": "1"])
    #expect(playlist.variants.map(\.uri) == ["b1"])
  }

  @Test("variables in variables cannot exhaust the memory")
  func limitsGrowth() {
    var text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a0\",VALUE=\"0123456789\"\n"
    for number in 1...60 {
      text += "#EXT-X-DEFINE:NAME=\"a\(number)\",VALUE=\"{$a\(number - 1)}{$a\(number - 1)}\"\n"
    }
    let result = HLSDump.read(text)
    #expect(result.hasPrefix("error: expansion, line 1"), "\(result)")
  }

  @Test("a signed query on each of many segments is read")
  func readsRepeatedParameter() throws {
    let token = String(repeating: "t", count: 1000)
    let source = HLSSource(.url("https://h/l?t=\(token)"))
    let text =
      "#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXT-X-TARGETDURATION:1\n"
      + String(repeating: "#EXTINF:6.00000,\nsegment.aac?token={$t}\n", count: 1000)
    #expect(try hlsMedia(text, from: source).segments.count == 1000)
  }
}
