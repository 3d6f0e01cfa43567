/// The texts of a WebVTT file, or of a segment of HTTP Live Streaming.
///
/// Blocks other than cues are ignored: notes, style sheets and regions.
///
/// Sources: W3C WebVTT, 6.1 WebVTT file parsing; RFC 8216, 3.5 WebVTT.
package struct WebVTTFile: Equatable, Sendable {
  /// The relation between the clock of the texts and the timestamps of the sound.
  package struct TimestampMap: Equatable, Sendable {
    /// A timestamp with 90,000 ticks in a second.
    package var ticks: UInt64
    /// Seconds of the texts' clock at this timestamp.
    package var local: Double

    /// Reads the header of a segment; `nil` if a part is missing or malformed.
    init?(_ line: String) {
      guard line.hasPrefix("X-TIMESTAMP-MAP=") else { return nil }
      var (ticks, local): (UInt64?, Double?)
      for part in line.dropFirst(16).split(separator: ",") {
        let fields = part.split(separator: ":", maxSplits: 1)
        guard fields.count == 2 else { continue }
        switch fields[0] {
        case "MPEGTS": ticks = UInt64(fields[1])
        case "LOCAL": local = WebVTTTime.seconds(fields[1])
        default: break
        }
      }
      guard let ticks, let local else { return nil }
      (self.ticks, self.local) = (ticks, local)
    }
  }

  /// Maximum number of cues that are read.
  private static let most = 1 << 16

  package private(set) var cues: [WebVTTCue] = []
  /// The relation to the timestamps of the sound; `nil` if the file states none.
  package private(set) var timestampMap: TimestampMap?

  /// Reads a file; `nil` if it does not begin as a file of WebVTT.
  package init?(_ bytes: [UInt8]) {
    let lines = Self.lines(bytes)
    guard let first = lines.first, Self.isSignature(first) else { return nil }
    var index = 1
    while index < lines.count, !lines[index].isEmpty, !lines[index].contains("-->") {
      timestampMap = timestampMap ?? TimestampMap(lines[index])
      index += 1
    }
    while index < lines.count, cues.count < Self.most { readBlock(lines, &index) }
  }

  private static func isSignature(_ line: String) -> Bool {
    guard line.hasPrefix("WEBVTT") else { return false }
    let next = line.utf8.dropFirst(6).first
    return next == nil || next == 0x20 || next == 0x09
  }

  /// Reads a block, up to the empty line after it.
  private mutating func readBlock(_ lines: [String], _ index: inout Int) {
    var before = ""
    while index < lines.count, !lines[index].isEmpty, !lines[index].contains("-->") {
      before = lines[index]
      index += 1
    }
    guard index < lines.count, !lines[index].isEmpty else {
      index += 1
      return
    }
    var cue = WebVTTCue(timing: lines[index])
    index += 1
    var payload: [String] = []
    // The line of the next times also ends a block.
    while index < lines.count, !lines[index].isEmpty, !lines[index].contains("-->") {
      payload.append(lines[index])
      index += 1
    }
    cue?.identifier = before
    cue?.payload = payload.joined(separator: "\n")
    if let cue, cue.end > cue.start { cues.append(cue) }
  }

  /// The lines without their ends, and without a byte order mark.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var line: [UInt8] = []
    var isReturn = false
    for byte in bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...] {
      defer { isReturn = byte == 0x0D }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        continue
      }
      if byte == 0x0A, isReturn { continue }
      lines.append(String(decoding: line, as: UTF8.self))
      line.removeAll(keepingCapacity: true)
    }
    if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }
}
