import AudioToolbox
import ToolSupport

/// The frames of a file between those of its neighbors on a gapless album.
///
/// Each neighbor supplies an edge of frames. An encoder and a resampling filter then find the sound
/// of the album on both sides of the file. Silence replaces missing frames.
final class AlbumFrames: FrameReading {
  /// The parts, in reading order.
  enum Part {
    case before, file, after
  }

  /// The number of frames in an edge, at the client's rate.
  let edgeLength: Int64
  /// The number of frames in the file, at the client's rate.
  let frameCount: Int64
  /// The current part; reading stops at its last frame.
  private(set) var part = Part.before
  /// The number of client frames read so far.
  private var position: Int64 = 0
  private let joint: JointFrames
  /// The resampler, or `nil` if the rate does not change.
  private let converter: AlbumConverter?

  /// Makes the frames of a file between its neighbors.
  ///
  /// - Parameters:
  ///   - file: The file at its first frame, in the format that ``format(_:_:)`` returns.
  ///   - neighbors: The files before and after, in the same format.
  ///   - client: The format of the frames.
  ///   - requestedLength: The smallest number of frames in an edge.
  ///   - options: The options for the resampler.
  /// - Throws: ``ToolFailure`` if a neighbor cannot be read.
  init(
    _ file: SourceFrames, _ neighbors: (before: SourceFrames?, after: SourceFrames?),
    _ client: AudioStreamBasicDescription, edge requestedLength: Int64, _ options: ConversionOptions
  ) throws(ToolFailure) {
    let format = Self.format(client, file)
    let converter = try Self.converter(from: format, to: client, options)
    let unit = Self.unit(format.mSampleRate, client.mSampleRate)
    let units = (requestedLength + unit.client - 1) / unit.client
    edgeLength = units * unit.client
    frameCount = Int64(
      (Double(file.frameCount) * client.mSampleRate / format.mSampleRate).rounded())
    let sourceEdge = units * unit.source + Int64(converter?.reach ?? 0)
    joint = try JointFrames(file, neighbors, format, edge: sourceEdge)
    self.converter = converter
    converter?.source = joint
  }

  /// The format of the file and its neighbors: the client's format at the rate of the file.
  static func format(
    _ client: AudioStreamBasicDescription, _ file: SourceFrames
  ) -> AudioStreamBasicDescription {
    guard client.mSampleRate != file.format.mSampleRate else { return client }
    var format = client
    format.mSampleRate = file.format.mSampleRate
    // The frames are floating point, so that only the end of the filter rounds samples.
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

  /// The smallest whole numbers of frames with the same duration at both rates.
  private static func unit(
    _ source: Double, _ client: Double
  ) -> (source: Int64, client: Int64) {
    guard source != client, let whole = Int64(exactly: source), var rest = Int64(exactly: client)
    else { return (1, 1) }
    var divisor = whole
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return (whole / divisor, Int64(client) / divisor)
  }

  /// Continues with another part.
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
