@testable import MIDISequencing

/// Small files, in bytes.
enum SMFSamples {
  /// A header chunk.
  static func header(
    format: UInt8 = 0, tracks: UInt8 = 1, division: [UInt8] = [0, 96], length: UInt8 = 6
  ) -> [UInt8] {
    Array("MThd".utf8) + [0, 0, 0, length, 0, format, 0, tracks] + division
  }

  /// A track chunk with its length, or a wrong one.
  static func track(_ body: [UInt8], stating length: Int? = nil) -> [UInt8] {
    let length = length ?? body.count
    return Array("MTrk".utf8)
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + body
  }

  static let end: [UInt8] = [0, 0xFF, 0x2F, 0]
  static let note: [UInt8] = [0, 0x90, 60, 100, 0x60, 60, 0]

  /// A file with every kind of event.
  static let everything =
    header(format: 1, tracks: 2)
    + track(
      [0, 0xFF, 0x03, 4] + Array("Song".utf8) + [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20]
        + [0, 0xFF, 0x58, 4, 3, 2, 24, 8, 0x83, 0x60, 0xFF, 0x59, 2, 0xFE, 1] + end)
    + track(
      [0, 0xC1, 5, 0, 0xB1, 7, 100, 10, 0x40, 30] + [5, 0x91, 60, 100, 0, 64, 90, 0x60, 60, 0]
        + [0, 0x81, 64, 20, 0, 0xE1, 0, 64, 0, 0xD1, 55, 0, 0xA1, 60, 3]
        + [0, 0xF0, 3, 0x43, 0x12, 0x00, 0x30, 0xF7, 3, 0x43, 0x12, 0xF7, 0, 0xF7, 2, 0xF3, 1]
        + [0, 0xFF, 0x7F, 2, 1, 2] + end)

  /// The files whose every prefix and every damaged byte is read.
  static let all = readable + [overlongRIFF]

  static let readable: [[UInt8]] = [
    everything,
    header() + track(note + end),
    header(division: [0xE7, 40]) + track(note + end),
    header(format: 2, tracks: 3) + track(note + end) + Array("Junk".utf8) + [0, 0, 0, 1, 9]
      + track(note + note) + track(note + end, stating: 900),
    riff(header() + track(note + end)),
  ]

  /// A RIFF file whose MIDI header reaches into the chunk after the data.
  static let overlongRIFF =
    Array("RIFF".utf8) + [35, 0, 0, 0] + Array("RMIDdata".utf8) + [14, 0, 0, 0]
    + header(length: 7) + Array("-Junk".utf8) + [0, 0, 0, 0]

  /// A RIFF file with another chunk before the data.
  static func riff(_ file: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
        + (body.count % 2 == 0 ? [] : [0])
    }
    return chunk("RIFF", Array("RMID".utf8) + chunk("LIST", [1, 2, 3]) + chunk("data", file))
  }

  static func read(_ bytes: [UInt8]) throws(SMFError) -> SMFFile { try SMFReader.read(bytes.span) }
}
