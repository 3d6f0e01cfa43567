import AudioToolbox
import ToolSupport

extension FileReport {
  /// The report in the form of Apple's tool, which scripts parse.
  var text: String {
    var lines = [
      "File:           \(path)",
      "File type ID:   \(Numbers.fourCharacters(fileType))",
      "Num Tracks:     \(trackCount ?? 1)",
      "----",
      "Data format:     \(FormatText.line(format))",
      "                \(channelLayout.map { FormatText.layout($0) } ?? "no channel layout.")",
    ]
    lines += duration.map { "estimated duration: \(Numbers.fixed($0, decimals: 6)) sec" }.lines
    lines += audioByteCount.map { "audio bytes: \($0)" }.lines
    lines += packetCount.map { "audio packets: \($0)" }.lines
    lines += bitRate.map { "bit rate: \($0) bits per second" }.lines
    lines += packetSizeUpperBound.map { "packet size upper bound: \($0)" }.lines
    lines += maximumPacketSize.map { "maximum packet size: \($0)" }.lines
    lines += dataOffset.map { "audio data file offset: \($0)" }.lines
    lines += isOptimized.map { $0 ? "optimized" : "not optimized" }.lines
    lines += packetTable.map { FormatText.packetTable($0) }.lines
    lines += sourceBitDepth.map { "source bit depth: \($0 < 0 ? "F" : "I")\($0.magnitude)" }.lines
    lines += film?.lines ?? []
    if !tags.isEmpty {
      lines.append("tags:")
      lines += tags.sorted { $0.key < $1.key }.map {
        "  \($0.key): \(FormatText.oneLine($0.value))"
      }
    }
    return lines.joined(separator: "\n") + "\n----\n"
  }
}

extension String? {
  fileprivate var lines: [String] { map { [$0] } ?? [] }
}
