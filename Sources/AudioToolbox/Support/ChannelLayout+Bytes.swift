package import AudioModel
internal import CoreAudioTypes

extension ChannelLayout {
  /// The size in bytes of Apple's structure before its first description.
  private static let headSize = AudioChannelLayout.sizeInBytes(maximumDescriptions: 0)
  private static let descriptionSize = MemoryLayout<AudioChannelDescription>.stride

  /// Parses Apple's structure, or returns `nil` if descriptions are missing.
  init?(bytes: [UInt8]) {
    guard bytes.count >= Self.headSize else { return nil }
    func word(_ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    self.init(tag: word(0), bitmap: word(4))
    let count = Int(word(8))
    guard tag == kAudioChannelLayoutTag_UseChannelDescriptions else { return }
    guard count <= (bytes.count - Self.headSize) / Self.descriptionSize else { return nil }
    for index in 0..<count {
      let start = Self.headSize + index * Self.descriptionSize
      let axes = (2..<5).map { Float(bitPattern: word(start + 4 * $0)) }
      descriptions.append(
        ChannelDescription(
          label: word(start), flags: word(start + 4), coordinates: SIMD3(axes[0], axes[1], axes[2]))
      )
    }
  }

  /// The layout as Apple's structure, with room for at least one description.
  package var bytes: [UInt8] {
    func word(_ value: UInt32) -> [UInt8] {
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    var bytes = word(tag) + word(bitmap) + word(UInt32(descriptions.count))
    for description in descriptions {
      bytes += word(description.label) + word(description.flags)
      for axis in 0..<3 { bytes += word(description.coordinates[axis].bitPattern) }
    }
    let missing = max(0, MemoryLayout<AudioChannelLayout>.size - bytes.count)
    return bytes + [UInt8](repeating: 0, count: missing)
  }
}

extension PropertyValue {
  /// Creates a value from a layout with its descriptions.
  init(_ layout: ChannelLayout) {
    self = .bytes(layout.bytes)
  }
}
