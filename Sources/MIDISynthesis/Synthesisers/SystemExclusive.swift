/// System-exclusive messages, without 0xF0 and 0xF7.
enum SystemExclusive {
  /// Whether a message resets all channels: General MIDI on or off (MIDI 1.0, universal messages
  /// 09), GS reset, or XG on.
  static func isReset(_ bytes: Span<UInt8>) -> Bool {
    if bytes.count == 4 {
      return bytes[0] == 0x7E && bytes[2] == 0x09 && (1...3).contains(bytes[3])
    }
    if bytes.count == 9 {
      return bytes[0] == 0x41 && bytes[2] == 0x42 && bytes[3] == 0x12 && bytes[4] == 0x40
        && bytes[5] == 0 && bytes[6] == 0x7F && bytes[7] == 0
    }
    return bytes.count == 7 && bytes[0] == 0x43 && bytes[1] & 0xF0 == 0x10 && bytes[2] == 0x4C
      && bytes[3] == 0 && bytes[4] == 0 && bytes[5] == 0x7E && bytes[6] == 0
  }
}
