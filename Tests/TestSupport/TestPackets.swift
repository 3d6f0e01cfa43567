/// Cuts well-formed streams into packets, for tests of what comes after a container's reader.
package enum TestPackets {
  /// The frames of an ADTS stream without their headers.
  ///
  /// Source: ISO/IEC 13818-7, 6.2.
  package static func adts(_ file: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var start = 0
    while start + 7 <= file.count, file[start] == 0xFF, file[start + 1] & 0xF0 == 0xF0 {
      let header = file[start + 1] & 1 == 0 ? 9 : 7
      let count =
        Int(file[start + 3] & 3) << 11 | Int(file[start + 4]) << 3 | Int(file[start + 5]) >> 5
      guard count > header, start + count <= file.count else { break }
      packets.append(Array(file[start + header..<start + count]))
      start += count
    }
    return packets
  }

  /// Pieces of the sizes that `size` gives for the bytes from a position on.
  package static func cut(_ file: [UInt8], size: (ArraySlice<UInt8>) -> Int?) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var start = 0
    while let count = size(file[start...]), count > 0, start + count <= file.count {
      packets.append(Array(file[start..<start + count]))
      start += count
    }
    return packets
  }
}
