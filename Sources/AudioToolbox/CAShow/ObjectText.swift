internal import AudioFiles
internal import CoreAudioTypes
internal import Synchronization

/// The text for the state of an object.
enum ObjectText {
  /// The lines of an object; no text for an unknown pointer.
  static func text(of object: UnsafeMutableRawPointer) -> String {
    // Safe: the pointer is only compared with the references that clients hold.
    let reference = OpaquePointer(object)
    let lines: [String]
    if let graph = unsafe UnitGraph.all.object(reference) {
      lines = GraphText.lines(graph.state.withLock { $0 })
    } else if let sequence = unsafe SequenceObject.all.object(reference) {
      lines = SequenceText.lines(sequence.read { $0 })
    } else if let track = unsafe SequenceObject.tracks.object(reference) {
      lines = (try? track.copy()).map { SequenceText.lines($0, number: track.number) } ?? []
    } else if let converter = unsafe AudioConverterObject.all.object(reference) {
      let formats = [converter.converter.input, converter.converter.output]
      lines =
        ["AudioConverter"] + formats.map { "  " + text(of: AudioStreamBasicDescription($0)) }
    } else {
      return ""
    }
    let title = "\(lines.first ?? "") 0x\(String(UInt(bitPattern: object), radix: 16))"
    return ([title] + lines.dropFirst()).map { $0 + "\n" }.joined()
  }

  /// The text of a format, such as `2 ch, 44100 Hz, 'lpcm'`.
  static func text(of format: AudioStreamBasicDescription) -> String {
    "\(format.mChannelsPerFrame) ch, \(format.mSampleRate) Hz, '\(code(format.mFormatID))'"
  }

  /// A code of four characters; a dot replaces a character that cannot be printed.
  static func code(_ value: UInt32) -> String {
    String(
      stride(from: 24, through: 0, by: -8).map { shift -> Character in
        let byte = UInt8(truncatingIfNeeded: value >> UInt32(shift))
        return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
      })
  }
}
