import AudioModel
import Testing

@testable import AudioContainers

@Suite struct FileChunkTests {
  /// The types and bodies of the chunks known at the end.
  private func chunks(
    _ bytes: [UInt8], with reader: some ContainerReader
  ) throws -> [(String, [UInt8])] {
    let result = try readAll(bytes, with: reader, mayGoBack: true)
    #expect(result.error == nil)
    let info = try #require(result.completed ?? result.info)
    return info.chunks.map { chunk in
      let body = bytes[Int(chunk.body.offset)...].prefix(Int(clamping: chunk.body.byteCount))
      return (chunk.type.description, Array(body))
    }
  }

  private func expect(_ found: [(String, [UInt8])], _ expected: [(String, [UInt8])]) {
    #expect(found.map(\.0) == expected.map(\.0))
    #expect(found.map(\.1) == expected.map(\.1))
  }

  @Test func wavFilesListTheirChunks() throws {
    let format = formatChunk(tag: 1, channels: 1, bits: 8)
    let bytes = riff(
      format, chunk("note", [7]), chunk("data", [1, 2, 3]), chunk("note", [8, 9]), chunk("none", [])
    )
    expect(
      try chunks(bytes, with: WAVReader()),
      [
        ("fmt ", Array(format.dropFirst(8))), ("note", [7]), ("data", [1, 2, 3]), ("note", [8, 9]),
        ("none", []),
      ])
  }

  @Test func wavFilesWithOpenAudioListTheirChunks() throws {
    let format = formatChunk(tag: 1, channels: 1, bits: 8)
    let bytes = riff(format, chunk("data", [1, 2, 3, 4], size: .max))
    expect(
      try chunks(bytes, with: WAVReader()),
      [("fmt ", Array(format.dropFirst(8))), ("data", [1, 2, 3, 4])])
  }

  @Test func aiffFilesListTheirChunks() throws {
    let common = aiffCommon(frames: 2, bits: 8)
    let sound = aiffSound([1, 2])
    let bytes = aiff(common, aiffChunk("APPL", [3]), sound, aiffChunk("APPL", [4, 5]))
    expect(
      try chunks(bytes, with: AIFFReader()),
      [
        ("COMM", Array(common.dropFirst(8))), ("APPL", [3]), ("SSND", Array(sound.dropFirst(8))),
        ("APPL", [4, 5]),
      ])
  }

  @Test func cafFilesListTheirChunks() throws {
    let description = cafDescription("alaw", bytes: 1, frames: 1, channels: 1, bits: 8)
    let bytes = caf(
      description, cafChunk("uuid", [1, 2]), cafData([5, 6]), cafChunk("uuid", [3]),
      cafChunk("free", []))
    expect(
      try chunks(bytes, with: CAFReader()),
      [
        ("desc", Array(description.dropFirst(12))), ("uuid", [1, 2]), ("data", [0, 0, 0, 7, 5, 6]),
        ("uuid", [3]), ("free", []),
      ])
  }

  @Test func moviesListTheirUserData() throws {
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3])])
    file.movieBoxes = box("udta", box("Xtra", [1, 2, 3]) + box("name", [4]))
    expect(
      try chunks(file.bytes, with: MP4Reader()), [("Xtra", [1, 2, 3]), ("name", [4])])
  }

  @Test func theNumberOfListedChunksIsLimited() throws {
    let small = [UInt8](chunk("junk", []))
    let many = Array(repeatElement(small, count: [FileChunk].most + 10).joined())
    let bytes = riff(formatChunk(tag: 1, channels: 1, bits: 8), many, chunk("data", [1]))
    let result = try readAll(bytes, with: WAVReader())
    #expect(result.info?.chunks.count == [FileChunk].most)
    #expect(result.constant?.byteCount == 1)
  }
}
