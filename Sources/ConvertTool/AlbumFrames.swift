import AudioToolbox
import ToolSupport

/// The frames of a file between those of its neighbours on a gapless album.
///
/// A neighbour gives an edge of frames, so that an encoder and the filter of another rate find the
/// sound of the album on both sides of the file. Silence takes the place of missing frames.
final class AlbumFrames: FrameReading {
  /// The parts, in the order in which they are read.
  enum Part {
    case before, file, after
  }

  /// Frames of an edge, at the client's rate.
  let edgeLength: Int64
  /// Frames of the file, at the client's rate.
  let frameCount: Int64
  /// The part that is read; its last frame is its end.
  private(set) var part = Part.before
  /// Frames of the client that were read.
  private var position: Int64 = 0
  private let joint: JointFrames
  /// What changes the rate, or `nil` if it stays.
  private let converter: AlbumConverter?

  /// - Parameters:
  ///   - file: The file at its first frame, in the format that ``format(_:_:)`` returns.
  ///   - neighbours: The files before and after, in that format.
  ///   - client: The format of the frames.
  ///   - wishedLength: The fewest frames of an edge.
  ///   - options: How the rate is changed.
  /// - Throws: ``ToolFailure`` if a neighbour cannot be read.
  init(
    _ file: SourceFrames, _ neighbours: (before: SourceFrames?, after: SourceFrames?),
    _ client: AudioStreamBasicDescription, edge wishedLength: Int64, _ options: ConversionOptions
  ) throws(ToolFailure) {
    let format = Self.format(client, file)
    let converter = try Self.converter(from: format, to: client, options)
    let unit = Self.unit(format.mSampleRate, client.mSampleRate)
    let units = (wishedLength + unit.client - 1) / unit.client
    edgeLength = units * unit.client
    frameCount = Int64(
      (Double(file.frameCount) * client.mSampleRate / format.mSampleRate).rounded())
    let sourceEdge = units * unit.source + Int64(converter?.reach ?? 0)
    joint = try JointFrames(file, neighbours, format, edge: sourceEdge)
    self.converter = converter
    converter?.source = joint
  }

  /// What a file and its neighbours give: the client's format, at the rate of the file.
  static func format(
    _ client: AudioStreamBasicDescription, _ file: SourceFrames
  ) -> AudioStreamBasicDescription {
    guard client.mSampleRate != file.format.mSampleRate else { return client }
    var format = client
    format.mSampleRate = file.format.mSampleRate
    // The filter rounds once, at its end.
    format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    format.mBitsPerChannel = 32
    format.mBytesPerFrame = 4 * format.mChannelsPerFrame
    format.mBytesPerPacket = format.mBytesPerFrame
    return format
  }

  private static func converter(
    from format: AudioStreamBasicDescription, to client: AudioStreamBasicDescription,
    _ options: ConversionOptions
  ) throws(ToolFailure) -> AlbumConverter? {
    guard format.mSampleRate != client.mSampleRate else { return nil }
    return try AlbumConverter(from: format, to: client, options)
  }

  /// The least whole numbers of frames of both rates that last equally long.
  private static func unit(
    _ source: Double, _ client: Double
  ) -> (source: Int64, client: Int64) {
    guard source != client, let whole = Int64(exactly: source), var rest = Int64(exactly: client)
    else { return (1, 1) }
    var divisor = whole
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return (whole / divisor, Int64(client) / divisor)
  }

  /// Goes on with the next part.
  func enter(_ next: Part) { part = next }

  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure) {
    let end =
      switch part {
      case .before: edgeLength
      case .file: edgeLength + frameCount
      case .after: edgeLength + frameCount + edgeLength
      }
    let wanted = UInt32(clamping: min(Int64(count), end - position))
    block.frameCount = 0
    guard wanted > 0 else { return }
    if let converter {
      try converter.read(wanted, client, into: &block)
    } else {
      try joint.read(wanted, client, into: &block)
    }
    position += Int64(block.frameCount)
  }
}
