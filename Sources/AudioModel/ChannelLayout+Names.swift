// The names of layouts.
extension ChannelLayout {
  /// The name of the arrangement, such as `5.1`, or `nil` if the channels are unknown.
  package var simpleName: String? {
    if let name = Self.names[tag >> 16] { return name }
    guard let labels, !labels.isEmpty else { return nil }
    switch tag >> 16 {
    case ChannelLayoutTable.Counted.discrete: return "Discrete \(labels.count)"
    case ChannelLayoutTable.Counted.ambisonicSN3D, ChannelLayoutTable.Counted.ambisonicN3D:
      return "Ambisonic \(labels.count)"
    default: break
    }
    if let tag = Self.tags(of: labels).first, let name = Self.names[tag >> 16] { return name }
    let low = labels.filter { $0 == .lowFrequency || $0 == .secondLowFrequency }.count
    let high = labels.filter(Self.heights.contains).count
    let around = labels.count - low - high
    return high > 0 ? "\(around).\(low).\(high)" : "\(around).\(low)"
  }

  /// The name of the arrangement and the channels, such as `5.1 (L R C LFE Ls Rs)`.
  ///
  /// `nil` if the channels are unknown.
  package var name: String? {
    guard let simpleName else { return nil }
    guard let labels, labels.count > 1 else { return simpleName }
    let channels = labels.map { $0.shortName ?? "?" }
    return "\(simpleName) (\(channels.joined(separator: " ")))"
  }

  private static let heights: Set<ChannelLabel> = [
    .topCenterSurround, .leftHeight, .centerHeight, .rightHeight, .topBackLeft, .topBackCenter,
    .topBackRight, .leftTopMiddle, .rightTopMiddle, .leftTopRear, .centerTopRear, .rightTopRear,
  ]

  /// Layout names that do not derive from the channels.
  private static let names: [UInt32: String] = [
    100: "Mono", 101: "Stereo", 102: "Stereo headphones", 103: "Matrix stereo", 104: "Mid-side",
    105: "XY", 106: "Binaural", 107: "Ambisonic B-format", 108: "Quadraphonic",
    109: "Pentagonal", 110: "Hexagonal", 111: "Octagonal", 112: "Cube",
  ]
}
