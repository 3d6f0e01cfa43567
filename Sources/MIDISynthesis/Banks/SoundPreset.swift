/// The place of an instrument in a sound bank.
package struct SoundPreset: Hashable, Comparable, Sendable {
  /// The bank, from 0 to 16,383; 128 contains drums.
  package var bank: Int
  /// The program, from 0 to 127.
  package var program: Int

  package init(bank: Int, program: Int) {
    self.bank = bank
    self.program = program
  }

  /// The preset for the numbers of a MIDI bank.
  ///
  /// 121 is the bank of melodic instruments and 120 that of drums (General MIDI 2, 3.3.1). Other
  /// numbers are those of the sound bank.
  package init(bankMSB: UInt8, bankLSB: UInt8, program: UInt8) {
    switch bankMSB {
    case Self.melodic: bank = Int(bankLSB)
    case Self.drums: bank = Self.drumBank
    default: bank = bankLSB == 0 ? Int(bankMSB) : Int(bankMSB) << 7 | Int(bankLSB)
    }
    self.program = Int(program)
  }

  package static func < (one: SoundPreset, other: SoundPreset) -> Bool {
    (one.bank, one.program) < (other.bank, other.program)
  }

  static let melodic: UInt8 = 121
  static let drums: UInt8 = 120
  static let drumBank = 128
}

/// A preset and its name.
package struct NamedPreset: Equatable, Sendable {
  package var preset: SoundPreset
  package var name: String
}

/// The banks that controllers have selected for the channels.
struct ChannelBanks: Sendable {
  private var mostSignificant = [UInt8](repeating: 0, count: 16)
  private var leastSignificant = [UInt8](repeating: 0, count: 16)
  /// The channel of drums, counted from 0 (General MIDI).
  private static let drumChannel = 9

  /// Follows the controllers 0 and 32.
  mutating func control(_ channel: Int, _ controller: UInt8, _ value: UInt8) {
    if controller == 0 { mostSignificant[channel] = value }
    if controller == 32 { leastSignificant[channel] = value }
  }

  mutating func reset() {
    var channel = 0
    while channel < 16 {
      (mostSignificant[channel], leastSignificant[channel]) = (0, 0)
      channel += 1
    }
  }

  /// The preset of a program, or the nearest existing one; `nil` if no suitable preset exists.
  ///
  /// A missing variation becomes the basic sound, as General MIDI and GS require.
  func preset(
    _ channel: Int, _ program: UInt8, exists: (SoundPreset) -> Bool
  ) -> SoundPreset? {
    let (bank, variation) = (mostSignificant[channel], leastSignificant[channel])
    let isDrums =
      bank == SoundPreset.drums || bank == 127
      || channel == Self.drumChannel && bank != SoundPreset.melodic
    let first =
      isDrums ? SoundPreset.drumBank : Int(bank == SoundPreset.melodic ? variation : bank)
    let wanted = SoundPreset(bank: first, program: Int(program))
    if exists(wanted) { return wanted }
    let basic = SoundPreset(
      bank: isDrums ? SoundPreset.drumBank : 0, program: isDrums ? 0 : Int(program))
    if exists(basic) { return basic }
    let piano = SoundPreset(bank: 0, program: 0)
    return exists(piano) ? piano : nil
  }
}
