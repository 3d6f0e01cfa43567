// The channels of a layout, and the tags for channels.
extension ChannelLayout {
  /// The tag of layouts that use ``bitmap``.
  private static let bitmapTag: UInt32 = 1 << 16

  /// The number of channels.
  package var channelCount: Int {
    switch tag {
    case 0: descriptions.count
    case Self.bitmapTag: bitmap.nonzeroBitCount
    default: Int(tag & 0xFFFF)
    }
  }

  /// Whether the layout is valid: it uses descriptions, all of its bits are speakers, or its tag is
  /// known.
  package var isKnown: Bool {
    guard tag > Self.bitmapTag else { return labels != nil }
    guard channelCount > 0 else { return false }
    let number = tag >> 16
    return labels != nil || ChannelLayoutTable.unordered[number] == channelCount
      || number == ChannelLayoutTable.Counted.unknown
  }

  /// The label of each channel, in order, or `nil` if the tag or bitmap does not determine them.
  package var labels: [ChannelLabel]? {
    switch tag {
    case 0: return descriptions.map { ChannelLabel(rawValue: $0.label) }
    case Self.bitmapTag:
      let bits = (0..<32).filter { bitmap & 1 << UInt32($0) != 0 }
      let labels = bits.compactMap { ChannelLabel(bit: $0) }
      return labels.count == bits.count ? labels : nil
    default: return orderedLabels
    }
  }

  /// The position of each channel, in order, or `nil` if unknown.
  ///
  /// These are the ``labels``, with one exception. If a layout has surrounds and direct surrounds
  /// but no rear channels, the surrounds are at the back. The direct surrounds are then at the
  /// sides, as in `WAVEFORMATEXTENSIBLE`.
  package var speakers: [ChannelLabel]? {
    guard let labels else { return nil }
    let hasBoth =
      labels.contains(.leftSurround) && labels.contains(.leftSurroundDirect)
      && !labels.contains(.leftRear)
    guard hasBoth else { return labels }
    return labels.map { label in
      switch label {
      case .leftSurround: .leftRear
      case .rightSurround: .rightRear
      case .leftSurroundDirect: .leftSurround
      case .rightSurroundDirect: .rightSurround
      default: label
      }
    }
  }

  /// Whether at least one channel is a loudspeaker.
  package var namesLoudspeakers: Bool { speakers?.contains(where: \.isLoudspeaker) ?? false }

  /// Returns whether both layouts have loudspeakers at the same positions, in any order.
  ///
  /// Surrounds at the sides and at the back count as the same.
  package func hasSpeakers(of other: ChannelLayout) -> Bool {
    guard let own = speakers, let others = other.speakers else { return false }
    func usual(_ labels: [ChannelLabel]) -> [UInt32] { labels.map(\.usual.rawValue).sorted() }
    return usual(own) == usual(others)
  }

  private var orderedLabels: [ChannelLabel]? {
    let count = Int(tag & 0xFFFF)
    switch tag >> 16 {
    case ChannelLayoutTable.Counted.discrete: return (0..<count).map { .discrete($0) }
    case ChannelLayoutTable.Counted.ambisonicSN3D:
      return (0..<count).map { .ambisonic($0, isN3D: false) }
    case ChannelLayoutTable.Counted.ambisonicN3D:
      return (0..<count).map { .ambisonic($0, isN3D: true) }
    default:
      guard let order = ChannelLayoutTable.orders[tag >> 16], order.count == count else {
        return nil
      }
      return order
    }
  }

  /// Creates a layout of these channels, with a tag if one exists, or else with descriptions.
  package init(labels: [ChannelLabel]) {
    if let tag = Self.tags(of: labels).first {
      self.init(tag: tag)
    } else {
      self.init(tag: 0, descriptions: labels.map { ChannelDescription(label: $0.rawValue) })
    }
  }

  /// Returns the tags for these channels in this order, the simplest first.
  package static func tags(of labels: [ChannelLabel]) -> [UInt32] {
    if labels == [.center] { return [ChannelLayout.mono.tag] }
    return tags(channelCount: labels.count).filter { ChannelLayout(tag: $0).labels == labels }
  }

  /// Returns the tags of layouts with a channel count, the simplest first.
  package static func tags(channelCount: Int) -> [UInt32] {
    guard 1...0xFFFF ~= channelCount else { return [] }
    let ordered = ChannelLayoutTable.orders.filter { $0.value.count == channelCount }.keys
    let unordered = ChannelLayoutTable.unordered.filter { $0.value == channelCount }.keys
    let counted = [
      ChannelLayoutTable.Counted.discrete, ChannelLayoutTable.Counted.ambisonicSN3D,
      ChannelLayoutTable.Counted.ambisonicN3D,
    ]
    let plainest = ChannelLayoutTable.plainest
    let numbers =
      plainest.filter(ordered.contains) + ordered.sorted().filter { !plainest.contains($0) }
    return (numbers + unordered.sorted() + counted).map { $0 << 16 | UInt32(channelCount) }
  }

  /// The speakers as a `WAVEFORMATEXTENSIBLE` mask, or `nil` if no mask describes these channels in
  /// this order.
  ///
  /// A left or right surround that follows a rear speaker or the center surround is at the side.
  ///
  /// Source: Microsoft, *Multiple Channel Audio Data and WAVE Files*, "Details about
  /// dwChannelMask".
  package var speakerBits: UInt32? {
    if tag == Self.bitmapTag { return bitmap }
    guard let labels else { return nil }
    var bits: [Int] = []
    for label in labels {
      let hasRear = bits.contains { 4...5 ~= $0 || $0 == 8 }
      let bit: Int? =
        switch label {
        case .mono: 2
        case .leftSurround where hasRear: 9
        case .rightSurround where bits.contains(9): 10
        case .leftRear: hasRear ? nil : 4
        case .rightRear: 5
        default: (0..<32).first { ChannelLabel(bit: $0) == label }
        }
      guard let bit, bit > bits.last ?? -1 else { return nil }
      bits.append(bit)
    }
    return bits.reduce(0) { $0 | 1 << UInt32($1) }
  }

  /// The same channels in the order of WAVE, or `nil` if WAVE does not support them all.
  package var inOrderOfBits: ChannelLayout? {
    guard let labels else { return nil }
    let hasRear = labels.contains(.leftRear) || labels.contains(.rightRear)
    let places = labels.compactMap { label in
      switch label {
      case .mono: 2
      case .leftRear: 4
      case .rightRear: 5
      case .leftSurround where hasRear: 9
      case .rightSurround where hasRear: 10
      default: (0..<32).first { ChannelLabel(bit: $0) == label }
      }
    }
    guard places.count == labels.count else { return nil }
    let ordered = zip(places, labels).sorted { $0.0 < $1.0 }.map(\.1)
    let layout = ChannelLayout(labels: ordered)
    return layout.speakerBits == nil ? nil : layout
  }
}
