/// The notes of a keyboard: the row from A has the white keys, the row above the black ones.
struct Keyboard {
  private static let keys = Array("awsedftgyhujkolp;")

  /// The note of the key A; 60 is C4.
  private(set) var base: UInt8 = 60

  /// The note of a key, or `nil` for another key.
  func note(_ key: Character) -> UInt8? {
    Self.keys.firstIndex(of: key).map { base + UInt8($0) }
  }

  /// Moves by an octave, if a key asks for it.
  mutating func shift(_ key: Character) {
    if key == "z", base >= 24 { base -= 12 }
    if key == "x", base <= 96 { base += 12 }
  }
}
