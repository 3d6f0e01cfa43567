import AudioSyntax

/// Finds a MIDI file inside a RIFF file, as in `.rmi` files.
///
/// Source: *RIFF-based MIDI File Format*, RP-029: form `RMID`, chunk `data`.
enum RIFFMIDI {
  /// Whether the bytes start with the header of such a file.
  static func isHeader(_ bytes: Span<UInt8>) -> Bool {
    bytes.has("RIFF", at: 0) && bytes.has("RMID", at: 8)
  }

  /// The range of the MIDI file.
  static func data(
    _ bytes: Span<UInt8>, _ repairs: inout SMFRepairs
  ) throws(SMFError) -> Range<Int> {
    if Int(bytes.littleEndian32(at: 4)) > bytes.count - 8 { repairs.add(.riffLength, at: 4) }
    var index = 12
    while bytes.count - index >= 8 {
      let stated = Int(bytes.littleEndian32(at: index + 4))
      let body = index + 8
      if bytes.has("data", at: index) {
        if stated > bytes.count - body { repairs.add(.riffLength, at: index + 4) }
        // A wrong length is common, and the file inside has lengths of its own.
        let end = stated == 0 ? bytes.count : min(body + stated, bytes.count)
        return body..<end
      }
      index = body + stated + stated % 2
    }
    throw SMFError(.noData, at: bytes.count)
  }
}
