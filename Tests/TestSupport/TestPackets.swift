/// Splits well-formed streams into packets, for tests of the layers above container readers.
package enum TestPackets {
  /// Returns the frames of an ADTS stream without their headers.
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

  /// Returns the packets and the magic cookie of a Core Audio Format file with a packet table.
  ///
  /// Source: Apple's Core Audio Format specification, "Packet Table Chunk".
  package static func caf(_ file: [UInt8]) -> (packets: [[UInt8]], cookie: [UInt8]) {
    let chunks = cafChunks(file)
    var sizes: [Int] = []
    var size = 0
    for byte in (chunks["pakt"] ?? []).dropFirst(24) {
      size = size << 7 | Int(byte & 0x7F)
      guard byte < 0x80 else { continue }
      sizes.append(size)
      size = 0
    }
    var rest = (chunks["data"] ?? []).dropFirst(4)
    let packets = sizes.map { size in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    return (packets, Array(chunks["kuki"] ?? []))
  }

  /// Returns the audio data of a Core Audio Format file.
  package static func cafData(_ file: [UInt8]) -> [UInt8] {
    Array((cafChunks(file)["data"] ?? []).dropFirst(4))
  }

  private static func cafChunks(_ file: [UInt8]) -> [String: ArraySlice<UInt8>] {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    var start = 8
    while start + 12 <= file.count {
      let name = String(decoding: file[start..<start + 4], as: UTF8.self)
      let count = file[start + 4..<start + 12].reduce(0) { $0 << 8 | Int($1) }
      chunks[name] = file[(start + 12)...].prefix(count)
      start += 12 + count
    }
    return chunks
  }

  /// Splits a file into packets; `size` returns the size of the packet at the start of its bytes.
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
