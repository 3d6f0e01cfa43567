internal import Synchronization

/// A program that messages have selected for a channel.
package struct ChannelProgram: Equatable, Sendable {
  package var channel: UInt8
  package var bankMSB: UInt8
  package var bankLSB: UInt8
  package var program: UInt8

  package init(channel: UInt8, bankMSB: UInt8, bankLSB: UInt8, program: UInt8) {
    self.channel = channel & 0x0F
    self.bankMSB = bankMSB & 0x7F
    self.bankLSB = bankLSB & 0x7F
    self.program = program & 0x7F
  }

  /// The messages that select the program.
  package var messages: [SynthesizerMessage] {
    [
      SynthesizerMessage(0xB0 | channel, 0, bankMSB),
      SynthesizerMessage(0xB0 | channel, 32, bankLSB),
      SynthesizerMessage(0xC0 | channel, program),
    ]
  }
}

/// The programs of all channels, which any thread follows and reads without a lock.
final class ChannelPrograms: Sendable {
  /// The state of a channel.
  private struct Selection: Equatable {
    /// The banks of the controllers 0 and 32, in 7 bits each.
    var banks: UInt64 = 0
    /// The banks and the program that were selected, in 7 bits each.
    var program: UInt64?

    init() {}

    init(_ bits: UInt64) {
      banks = bits & 0x3FFF
      program = bits >> 63 == 1 ? bits >> 14 & 0x1F_FFFF : nil
    }

    var bits: UInt64 { banks | (program.map { $0 << 14 | 1 << 63 } ?? 0) }

    mutating func control(_ controller: UInt8, _ value: UInt8) {
      if controller == 0 { banks = banks & 0x7F | UInt64(value) << 7 }
      if controller == 32 { banks = banks & 0x3F80 | UInt64(value) }
    }
  }

  private final class Channel: Sendable {
    let bits = Atomic<UInt64>(0)

    func change(_ change: (inout Selection) -> Void) {
      var old = bits.load(ordering: .relaxed)
      while true {
        var selection = Selection(old)
        change(&selection)
        let result = bits.weakCompareExchange(
          expected: old, desired: selection.bits, ordering: .relaxed)
        if result.exchanged { return }
        old = result.original
      }
    }
  }

  private let channels = (0..<16).map { _ in Channel() }

  /// Follows a message.
  func follow(_ message: SynthesizerMessage) {
    switch message.kind {
    case 0xB0 where message.data1 == 0 || message.data1 == 32:
      channels[message.channel].change { $0.control(message.data1, message.data2) }
    case 0xC0:
      channels[message.channel].change { $0.program = $0.banks << 7 | UInt64(message.data1) }
    default: if message.status == 0xFF { clear() }
    }
  }

  /// Forgets the programs after a reset.
  func clear() {
    var channel = 0
    while channel < channels.count {
      channels[channel].bits.store(0, ordering: .relaxed)
      channel += 1
    }
  }

  /// The programs of the channels that have one.
  var all: [ChannelProgram] {
    channels.indices.compactMap { channel in
      Selection(channels[channel].bits.load(ordering: .relaxed)).program.map { program in
        ChannelProgram(
          channel: UInt8(channel), bankMSB: UInt8(program >> 14 & 0x7F),
          bankLSB: UInt8(program >> 7 & 0x7F), program: UInt8(program & 0x7F))
      }
    }
  }
}
