package import AudioContainers

/// Reads the file that `make` makes of one input of libFuzzer's: whole, in pieces, and from somewhere in its middle.
///
/// How it is cut, and where reading goes on, follows from its bytes, so that an input needs no more than a file has:
/// any file is a seed, and what is found can be opened by every tool.
package func fuzzInput<Reader: ContainerReader>(
  _ bytes: RawSpan, make: (ArraySlice<UInt8>) -> [UInt8], reader: () -> Reader
) {
  let file = make(fuzzBytes(bytes)[...])
  let sum = fuzzSum(file)
  var whole = FuzzRun(file, inPiecesOf: max(file.count, 1), with: reader())
  whole.readToEnd()
  var cut = FuzzRun(file, inPiecesOf: Int(sum & 0xFF) + 1, with: reader())
  cut.readToEnd()
  var jumping = FuzzRun(file, inPiecesOf: Int(sum >> 8 & 0xFFF) + 1, with: reader())
  guard jumping.readToInfo() else { return }
  jumping.resynchronise(at: file.count * Int(sum >> 20 & 0xFF) / 0xF0)
  jumping.readToEnd()
}

/// The bytes of an input.
package func fuzzBytes(_ bytes: RawSpan) -> [UInt8] {
  var cursor = ByteCursor(bytes)
  var copy: [UInt8] = []
  while let byte = cursor.byte() { copy.append(byte) }
  return copy
}

/// A number that follows from bytes (FNV-1a).
private func fuzzSum(_ bytes: [UInt8]) -> UInt32 {
  bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
}

/// Frames of MPEG-1 layer III at 32 kbit/s and 44,100 Hz that hold nothing.
package func silentFrames(_ count: Int) -> [UInt8] {
  let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0x00] + [UInt8](repeating: 0, count: 100)
  return (0..<count).flatMap { _ in frame }
}
