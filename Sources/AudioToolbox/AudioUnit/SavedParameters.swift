internal import CoreAudioTypes

/// The values of parameters in the settings of a unit.
package struct SavedParameters: Sendable {
  /// The value of a parameter of an element.
  package struct Entry: Equatable, Sendable {
    package var scope: AudioUnitScope
    package var element: AudioUnitElement
    package var parameter: AudioUnitParameterID
    package var value: Float

    package init(
      _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
      value: Float
    ) {
      self.scope = scope
      self.element = element
      self.parameter = parameter
      self.value = value
    }
  }

  /// The values; those of an element follow each other.
  package private(set) var entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  /// The values as big-endian words of 32 bits.
  ///
  /// Each element has its scope, its number, and the number of its values. An identifier and a
  /// value for each parameter follow. Source: AudioUnitSDK, `AUElement::SaveState`.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var start = 0
    while start < entries.count {
      let (scope, element) = (entries[start].scope, entries[start].element)
      let part = entries[start...].prefix { $0.scope == scope && $0.element == element }
      for word in [scope, element, UInt32(part.count)] { bytes.append(word) }
      for entry in part {
        bytes.append(entry.parameter)
        bytes.append(entry.value.bitPattern)
      }
      start = part.endIndex
    }
    return bytes
  }

  /// Reads values; `nil` if the bytes end early.
  package init?(bytes: [UInt8]) {
    guard bytes.count % 4 == 0 else { return nil }
    let words = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    entries = []
    var place = 0
    while place < words.count {
      guard words.count - place >= 3 else { return nil }
      let (scope, element) = (words[place], words[place + 1])
      let count = Int(words[place + 2])
      place += 3
      guard count <= (words.count - place) / 2 else { return nil }
      for index in 0..<count {
        let value = Float(bitPattern: words[place + 2 * index + 1])
        entries.append(Entry(words[place + 2 * index], scope, element, value: value))
      }
      place += 2 * count
    }
  }
}

extension [UInt8] {
  /// Appends a big-endian word.
  fileprivate mutating func append(_ word: UInt32) {
    append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) })
  }
}
