import AudioModel
import AudioSyntax

/// Reads texts from CAF chunks.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Strings Chunk", "Information Chunk".
enum CAFStrings {
  /// Reads the body of a `strg` chunk: the names of markers and regions by their identifiers.
  ///
  /// Entries may share a text. The total length of all names is limited to the chunk's size.
  static func names(_ body: Span<UInt8>) -> [UInt32: String] {
    guard body.count >= 4 else { return [:] }
    let count = Int(body.bigEndian32(at: 0))
    guard count <= (body.count - 4) / 12 else { return [:] }
    let textStart = 4 + count * 12
    var left = body.count
    var names: [UInt32: String] = [:]
    for index in 0..<count {
      let place = 4 + index * 12
      let offset = body.bigEndian64(at: place + 4)
      guard offset < UInt64(body.count - textStart) else { continue }
      let start = textStart + Int(offset)
      let (text, end) = body.zeroTerminatedText(at: start)
      left -= end - start
      guard left >= 0 else { break }
      if names[body.bigEndian32(at: place)] == nil { names[body.bigEndian32(at: place)] = text }
    }
    return names
  }

  /// Reads the body of an `info` chunk, which uses the keys of Core Audio's info dictionary.
  ///
  /// The first value of a key counts.
  static func addInformation(_ body: Span<UInt8>, to tags: inout Tags) {
    guard body.count >= 4 else { return }
    var left = body.bigEndian32(at: 0)
    var place = 4
    while left > 0, place < body.count {
      let (key, middle) = body.zeroTerminatedText(at: place)
      let (value, end) = body.zeroTerminatedText(at: middle)
      if !key.isEmpty, !value.isEmpty, tags.values[key] == nil { tags.values[key] = value }
      place = end
      left -= 1
    }
  }
}
