/// A range of a recording between markers, with the information of Core Audio's `AudioFileRegion`.
package struct Region: Hashable, Sendable {
  /// How a region is played, with Core Audio's bits.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    package static let loopEnable = Flags(rawValue: 1 << 0)
    package static let playForward = Flags(rawValue: 1 << 1)
    package static let playBackward = Flags(rawValue: 1 << 2)
  }

  /// The file's own number for the region.
  package var identifier: UInt32
  package var flags: Flags
  package var name: String?
  /// The start, end, and other positions, each identified by its marker type.
  package var markers: [Marker]

  package init(identifier: UInt32, flags: Flags, name: String? = nil, markers: [Marker]) {
    self.identifier = identifier
    self.flags = flags
    self.name = name
    self.markers = markers
  }
}
