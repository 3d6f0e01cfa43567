import TestSupport
import Testing

@testable import AudioTransport

@Suite struct ICYFilterTests {
  /// Audio of 100 bytes with a text after each tenth.
  private let audio = noise(100)
  private let texts = [
    "", "StreamTitle='One';StreamUrl='x';", "", "StreamTitle='It's two';", "", "StreamTitle='",
    "no title", "", "StreamTitle='Last';", "",
  ]

  private var stream: [UInt8] {
    var stream: [UInt8] = []
    for (index, text) in texts.enumerated() {
      let blocks = (text.utf8.count + 15) / 16
      stream += audio[index * 10..<index * 10 + 10]
      stream.append(UInt8(blocks))
      stream += Array(text.utf8)
      stream += [UInt8](repeating: 0, count: blocks * 16 - text.utf8.count)
    }
    return stream
  }

  private func filter(_ bytes: [UInt8], piece: Int) -> (audio: [UInt8], titles: [String]) {
    var filter = ICYFilter(interval: 10)
    var audio: [UInt8] = []
    var titles: [String] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = Array(bytes[start..<min(start + piece, bytes.count)])
      var position = 0
      while let range = filter.next(part.span, from: &position) { audio += part[range] }
      if let title = filter.lastText?.field("StreamTitle")?.text, titles.last != title {
        titles.append(title)
      }
    }
    return (audio, titles)
  }

  @Test func anyDivisionGivesTheSameResult() {
    for piece in 1...stream.count {
      let result = filter(stream, piece: piece)
      #expect(result.audio == audio, "pieces of \(piece)")
      #expect(result.titles.last == "Last")
    }
    #expect(filter(stream, piece: 1).titles == ["One", "It's two", "", "Last"])
  }

  @Test func aPrefixGivesAPrefixOfTheResult() {
    for count in 0..<stream.count {
      let result = filter(Array(stream.prefix(count)), piece: 7).audio
      #expect(result == Array(audio.prefix(result.count)))
    }
  }

  @Test func noByteValueTraps() {
    for seed in 0..<100 {
      let bytes = noise(5_000, seed: UInt64(seed))
      #expect(filter(bytes, piece: 999).audio.count <= bytes.count)
    }
  }
}
