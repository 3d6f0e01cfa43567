/// A MIDI message of a channel.
///
/// Source: *MIDI 1.0 Detailed Specification*, 4.2, table II: status and data bytes.
package struct ChannelMessage: Hashable, Sendable {
  package var status: UInt8
  package var data1: UInt8
  /// 0 for messages with one data byte.
  package var data2: UInt8

  package init(status: UInt8, data1: UInt8, data2: UInt8) {
    self.status = status
    self.data1 = data1
    self.data2 = data2
  }

  package var channel: UInt8 { status & 0x0F }

  /// Whether the status and data bytes are in range.
  package var isValid: Bool {
    (0x80...0xEF).contains(status) && data1 < 0x80 && data2 < 0x80
  }

  /// The number of data bytes for a status byte from 0x80 to 0xEF.
  package static func dataByteCount(status: UInt8) -> Int {
    status & 0xE0 == 0xC0 ? 1 : 2
  }
}
