import AudioSyntax

/// Reads a Standard MIDI File: formats 0, 1, and 2, also inside RIFF.
///
/// The reader repairs wrong lengths and other common faults, and reports them. A track ends at its
/// end-of-track event. Without one, it ends at its stated length or at the next track.
///
/// Source: *Standard MIDI Files 1.0*, RP-001.
package enum SMFReader {
  /// The bytes at which a file can be recognized.
  package static let signatureByteCount = 12

  /// Whether bytes start as a Standard MIDI File does.
  package static func isSignature(_ bytes: Span<UInt8>) -> Bool {
    bytes.has("MThd", at: 0) || RIFFMIDI.isHeader(bytes)
  }

  /// Reads the bytes of a whole file.
  ///
  /// - Throws: ``SMFError`` if the bytes are not a MIDI file.
  package static func read(_ bytes: Span<UInt8>) throws(SMFError) -> SMFFile {
    guard bytes.count > 0 else { throw SMFError(.empty, at: 0) }
    var repairs = SMFRepairs()
    var range = bytes.indices
    if RIFFMIDI.isHeader(bytes) { range = try RIFFMIDI.data(bytes, &repairs) }
    guard bytes.has("MThd", at: range.lowerBound) else {
      let isStart = bytes.count < 4 && "MThd".utf8.starts(with: bytes.bytes(bytes.indices))
      throw SMFError(isStart ? .truncated : .unrecognised, at: range.lowerBound)
    }
    guard range.count >= 14 else { throw SMFError(.truncated, at: range.upperBound) }
    var file = header(bytes, at: range.lowerBound, &repairs)
    let stated = Int(bytes.bigEndian16(at: range.lowerBound + 10))
    readTracks(bytes, firstChunk(bytes, range)..<range.upperBound, into: &file, &repairs)
    if file.tracks.isEmpty, stated > 0 { throw SMFError(.truncated, at: range.upperBound) }
    if file.tracks.count != stated {
      repairs.add(.trackCount(stated: stated, found: file.tracks.count), at: range.lowerBound + 10)
    }
    file.repairs = repairs
    return file
  }

  /// The position of the first chunk after the header, even if the header's length is wrong.
  private static func firstChunk(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    let next = range.lowerBound + 8 + Int(bytes.bigEndian32(at: range.lowerBound + 4))
    let isInside = next >= range.lowerBound + 14 && next <= range.upperBound
    if isInside, SMFChunks.starts(bytes, at: next) { return next }
    return SMFChunks.nextTrack(bytes, after: range.lowerBound + 14, before: range.upperBound)
  }

  private static func header(
    _ bytes: Span<UInt8>, at offset: Int, _ repairs: inout SMFRepairs
  ) -> SMFFile {
    let length = bytes.bigEndian32(at: offset + 4)
    if length != 6 { repairs.add(.headerLength(length), at: offset + 4) }
    let number = bytes.bigEndian16(at: offset + 8)
    let format = SMFFile.Format(rawValue: number)
    if format == nil { repairs.add(.format(number), at: offset + 8) }
    let division = SMFDivision(rawValue: bytes.bigEndian16(at: offset + 12))
    if division == nil { repairs.add(.division, at: offset + 12) }
    return SMFFile(format: format ?? .parallel, division: division ?? .standard, tracks: [])
  }

  /// Reads the track chunks in a range, and skips others.
  private static func readTracks(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into file: inout SMFFile,
    _ repairs: inout SMFRepairs
  ) {
    var index = range.lowerBound
    // More tracks than a header can state would only be found in damaged files.
    while range.upperBound - index >= 8, file.tracks.count < 0xFFFF {
      let length = bytes.bigEndian32(at: index + 4)
      guard bytes.has("MTrk", at: index) else {
        let next = index + 8 + Int(length)
        // A chunk of another kind that reaches past the end has a wrong length, or is not a chunk.
        let isFit = next == range.upperBound || SMFChunks.starts(bytes, at: next)
        index =
          isFit ? next : SMFChunks.nextTrack(bytes, after: index + 1, before: range.upperBound)
        continue
      }
      var reader = SMFTrackReader(start: index, length: length, limit: range.upperBound)
      index = reader.read(bytes, &repairs)
      file.tracks.append(reader.track)
    }
  }
}

/// The chunks of a file.
enum SMFChunks {
  /// Whether a chunk can start at a position: four letters of ASCII.
  static func starts(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index >= 0, bytes.count - index >= 8 else { return false }
    for offset in 0..<4 where !isLetter(bytes[index + offset]) { return false }
    return true
  }

  /// The position of the next track chunk, or `limit`.
  static func nextTrack(_ bytes: Span<UInt8>, after start: Int, before limit: Int) -> Int {
    var index = start
    while limit - index >= 8 {
      if bytes[index] == 0x4D, bytes.has("MTrk", at: index) { return index }
      index += 1
    }
    return limit
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
