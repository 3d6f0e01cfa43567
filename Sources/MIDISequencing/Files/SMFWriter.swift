import AudioModel
import AudioSyntax

/// Writes a Standard MIDI File.
///
/// Channel messages use running status.
///
/// Source: *Standard MIDI Files 1.0*, RP-001.
package enum SMFWriter {
  private static let longestTime = 0x0FFF_FFFF

  /// The bytes of a file.
  ///
  /// - Throws: ``SMFWriteError`` if the content has no form in such a file.
  package static func write(_ file: SMFFile) throws(SMFWriteError) -> [UInt8] {
    guard let division = file.division.rawValue else { throw .division }
    guard file.tracks.count <= 0xFFFF, file.format != .single || file.tracks.count == 1 else {
      throw .trackCount(file.tracks.count)
    }
    var bytes: [UInt8] = []
    bytes.append(FourCC("M", "T", "h", "d"))
    bytes.append(big: UInt32(6))
    bytes.append(big: file.format.rawValue)
    bytes.append(big: UInt16(file.tracks.count))
    bytes.append(big: division)
    for (number, track) in file.tracks.enumerated() {
      let body = try body(track, number)
      guard let length = UInt32(exactly: body.count) else { throw .trackTooLong(number) }
      bytes.append(FourCC("M", "T", "r", "k"))
      bytes.append(big: length)
      bytes += body
    }
    return bytes
  }

  private static func body(_ track: SMFTrack, _ number: Int) throws(SMFWriteError) -> [UInt8] {
    var bytes: [UInt8] = []
    var tick = 0
    var status: UInt8?
    for (index, event) in track.events.enumerated() {
      guard (0...longestTime).contains(event.tick - tick) else {
        throw .time(track: number, event: index)
      }
      append(event.tick - tick, to: &bytes)
      tick = event.tick
      guard append(event.message, &status, to: &bytes) else {
        throw .event(track: number, event: index)
      }
    }
    guard (0...longestTime).contains(track.end - tick) else {
      throw .time(track: number, event: track.events.count)
    }
    append(track.end - tick, to: &bytes)
    return bytes + [0xFF, MetaEvent.endOfTrack, 0]
  }

  /// Appends a message, and returns whether it is valid.
  private static func append(
    _ message: SMFMessage, _ status: inout UInt8?, to bytes: inout [UInt8]
  ) -> Bool {
    switch message {
    case .channel(let message):
      guard message.isValid else { return false }
      if message.status != status { bytes.append(message.status) }
      status = message.status
      bytes.append(message.data1)
      if ChannelMessage.dataByteCount(status: message.status) == 2 { bytes.append(message.data2) }
      return true
    case .systemExclusive(let body): return append(body, after: [0xF0], &status, to: &bytes)
    case .escape(let body): return append(body, after: [0xF7], &status, to: &bytes)
    case .meta(let event):
      guard event.type < 0x80, event.type != MetaEvent.endOfTrack else { return false }
      return append(event.bytes, after: [0xFF, event.type], &status, to: &bytes)
    }
  }

  private static func append(
    _ body: [UInt8], after start: [UInt8], _ status: inout UInt8?, to bytes: inout [UInt8]
  ) -> Bool {
    guard body.count <= longestTime else { return false }
    status = nil
    bytes += start
    append(body.count, to: &bytes)
    bytes += body
    return true
  }

  /// Appends a number of at most 28 bits, seven bits a byte.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    for shift in [21, 14, 7] where number >> shift > 0 {
      bytes.append(0x80 | UInt8(truncatingIfNeeded: number >> shift))
    }
    bytes.append(UInt8(truncatingIfNeeded: number & 0x7F))
  }
}
