package import AudioContainers

/// Reads the file that `make` builds from a libFuzzer input: whole, in pieces, and from its middle.
///
/// The bytes of the file determine the pieces and the place in the middle. So any file is a seed,
/// and any tool can open a fuzzer's finding.
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

/// Copies the bytes of an input.
package func fuzzBytes(_ bytes: RawSpan) -> [UInt8] {
  var cursor = ByteCursor(bytes)
  var copy: [UInt8] = []
  while let byte = cursor.byte() { copy.append(byte) }
  return copy
}

/// A hash of bytes (FNV-1a).
private func fuzzSum(_ bytes: [UInt8]) -> UInt32 {
  bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
}

/// Empty frames of MPEG-1 layer III at 32 kbit/s and 44,100 Hz.
package func silentFrames(_ count: Int) -> [UInt8] {
  let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0x00] + [UInt8](repeating: 0, count: 100)
  return (0..<count).flatMap { _ in frame }
}
