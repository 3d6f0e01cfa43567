import AudioModel

/// The sample format that an AU file's header describes.
///
/// Source: *Audio File Formats*, `audio.h` as in the manual page `au(4)` of SunOS 4 and the NeXT
/// `SNDSoundStruct`: encodings by number.
struct AUFormat: Equatable, Sendable {
  /// The format, with constant packets of one frame.
  var stream: StreamFormat

  /// Maximum number of channels that a channel layout can name.
  private static let mostChannels = 0xFFFF

  /// Interprets the fields.
  ///
  /// - Parameters:
  ///   - encoding: The number of the encoding.
  ///   - sampleRate: Hertz.
  ///   - channelCount: Channels.
  ///   - offset: Position of the fields in the file, for the error.
  /// - Throws: ``ContainerError`` if the fields are invalid or the codec is unsupported: the ADPCM
  ///   encodings (23 to 26), fragmented and emphasized samples, DSP programs.
  init(
    encoding: UInt32, sampleRate: UInt32, channelCount: UInt32, at offset: UInt64
  ) throws(ContainerError) {
    guard sampleRate > 0, (1...Self.mostChannels).contains(Int(channelCount)) else {
      throw ContainerError(.malformed, at: offset)
    }
    let container: Int
    var formatID = FourCC.linearPCM
    var flags: StreamFormat.PCMFlags = [.signedInteger, .packed, .bigEndian]
    switch encoding {
    case 1, 27:
      (formatID, container, flags) = (encoding == 1 ? .muLaw : .aLaw, 1, [])
    case 2...5: container = Int(encoding) - 1
    case 6, 7: (container, flags) = (encoding == 6 ? 4 : 8, [.float, .packed, .bigEndian])
    default: throw ContainerError(.unsupportedFormat, at: offset)
    }
    let frame = container * Int(channelCount)
    stream = StreamFormat(
      sampleRate: Double(sampleRate), formatID: formatID, formatFlags: flags.rawValue,
      bytesPerPacket: frame, framesPerPacket: 1, bytesPerFrame: frame,
      channelCount: Int(channelCount), bitsPerChannel: container * 8)
  }

  /// The default layout of one or two channels.
  var layout: ChannelLayout? {
    switch stream.channelCount {
    case 1: .mono
    case 2: .stereo
    default: nil
    }
  }
}
