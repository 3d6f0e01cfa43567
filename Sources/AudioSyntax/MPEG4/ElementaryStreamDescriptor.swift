/// The contents of an `esds` box: the codec, its bit rate, and its configuration.
///
/// Source: ISO/IEC 14496-1, 7.2.6.5 ES_Descriptor, 7.2.6.6 DecoderConfigDescriptor, 8.3.3 sizes.
package struct ElementaryStreamDescriptor: Equatable, Sendable {
  /// The codec, numbered as in ISO/IEC 14496-1, table 5: 0x40 MPEG-4 audio, 0x6B MPEG-1 audio.
  package var objectType: UInt8
  /// Average bits per second; 0 if the rate varies or is not stated.
  package var averageBitRate: Int
  /// The range of the codec's configuration in the descriptor, possibly empty.
  package var configuration: Range<Int>

  /// Reads a descriptor, from its tag on.
  ///
  /// - Returns: `nil` if it does not contain a decoder configuration.
  package init?(_ bytes: Span<UInt8>) {
    var cursor = DescriptorCursor(index: 0, end: bytes.count)
    guard let stream = cursor.next(bytes), stream.tag == 3, stream.body.count >= 3 else {
      return nil
    }
    let flags = bytes[stream.body.lowerBound + 2]
    var start = stream.body.lowerBound + 3
    if flags & 0x80 != 0 { start += 2 }
    if flags & 0x40 != 0 {
      guard start < stream.body.upperBound else { return nil }
      start += 1 + Int(bytes[start])
    }
    if flags & 0x20 != 0 { start += 2 }
    var inner = DescriptorCursor(index: start, end: stream.body.upperBound)
    while let descriptor = inner.next(bytes) {
      guard descriptor.tag == 4, descriptor.body.count >= 13 else { continue }
      let first = descriptor.body.lowerBound
      objectType = bytes[first]
      averageBitRate = Int(bytes.bigEndian32(at: first + 9))
      configuration = 0..<0
      var specific = DescriptorCursor(index: first + 13, end: descriptor.body.upperBound)
      while let info = specific.next(bytes) {
        guard info.tag == 5 else { continue }
        configuration = info.body
        break
      }
      return
    }
    return nil
  }
}

/// Iterates over descriptors.
private struct DescriptorCursor {
  var index: Int
  var end: Int

  /// Returns the next descriptor, clipped to the enclosing range.
  mutating func next(_ bytes: Span<UInt8>) -> (tag: UInt8, body: Range<Int>)? {
    guard index < end else { return nil }
    let tag = bytes[index]
    index += 1
    var length = 0
    for _ in 0..<4 {
      guard index < end else { return nil }
      let byte = bytes[index]
      index += 1
      length = length << 7 | Int(byte & 0x7F)
      guard byte & 0x80 != 0 else { break }
    }
    let body = index..<min(index + length, end)
    index = body.upperBound
    return (tag, body)
  }
}
