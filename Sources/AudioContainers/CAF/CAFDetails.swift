import AudioModel
import AudioSyntax

/// The contents of a CAF file's small chunks, in any order.
struct CAFDetails: Sendable {
  private(set) var magicCookie: [UInt8] = []
  private(set) var channelLayout: ChannelLayout?
  private(set) var tags = Tags()
  private var markers: [Marker] = []
  private var regions: [Region] = []
  private var names: [UInt32: String] = [:]

  /// Takes the body of a chunk of a kind that ``CAFChunk/isCollected`` lists.
  ///
  /// The first chunk of a kind counts, because the specification allows one of each.
  mutating func take(_ tag: FourCC, _ body: Span<UInt8>) {
    switch tag {
    case .cafCookie where magicCookie.isEmpty: magicCookie = body.bytes(0..<body.count)
    case .cafChannelLayout where channelLayout == nil: channelLayout = ChannelLayout(chunk: body)
    case .cafInformation: CAFStrings.addInformation(body, to: &tags)
    case .cafStrings where names.isEmpty: names = CAFStrings.names(body)
    case .cafMarkers where markers.isEmpty: markers = CAFMarkers.markers(body)
    case .cafRegions where regions.isEmpty: regions = CAFMarkers.regions(body)
    default: break
    }
  }

  /// Fills in the details known so far.
  func fill(_ info: inout ContainerInfo) {
    info.magicCookie = magicCookie
    // FFmpeg states the order of the encoder's input, which differs from that of Apple Lossless
    // packets.
    let count = info.format.channelCount
    let isLossless = info.format.formatID == .appleLossless && count > 2
    let own = isLossless ? ChannelLayout.centreFirst(count) : nil
    info.channelLayout = own ?? channelLayout ?? Self.layout(ofChannels: count)
    info.isChannelLayoutStated = channelLayout != nil
    info.tags = tags
    info.markers = markers.map(named)
    info.regions = regions.map { region in
      var region = region
      region.name = names[region.identifier]
      region.markers = region.markers.map(named)
      return region
    }
  }

  private func named(_ marker: Marker) -> Marker {
    var marker = marker
    marker.name = names[marker.identifier]
    return marker
  }

  /// The default layout of one or two channels.
  private static func layout(ofChannels count: Int) -> ChannelLayout? {
    switch count {
    case 1: .mono
    case 2: .stereo
    default: nil
    }
  }
}
