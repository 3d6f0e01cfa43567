package import AudioModel
import AudioSyntax

/// Writes AAC in ADTS frames, one packet each, without checksums.
///
/// Source: ISO/IEC 13818-7, 6.2 Audio Data Transport Stream; ISO/IEC 14496-3, 1.A.2.2.
package struct ADTSWriter: ContainerWriter {
  private var content: ContainerContent
  private var configuration: Configuration
  private var headByteCount: UInt64 = 0
  private var dataByteCount: UInt64 = 0

  /// The fields that each header repeats.
  private struct Configuration {
    var objectType: Int
    var sampleRateIndex: Int
    var channels: Int
    var channelCount: Int

    init(_ content: ContainerContent) throws(ContainerWriteError) {
      var bytes = content.magicCookie
      if bytes.first == 3, let descriptor = ElementaryStreamDescriptor(bytes.span) {
        bytes = Array(bytes[descriptor.configuration])
      }
      if bytes.isEmpty {
        bytes = AudioSpecificConfig(lowComplexity: content.format).bytes(hasBandReplication: nil)
      }
      guard let config = AudioSpecificConfig(bytes.span), config.isAdvancedAudio,
        let index = AudioSpecificConfig.sampleRates.firstIndex(of: config.sampleRate),
        (1...7).contains(config.channelConfiguration), config.framesPerPacket == 1024
      else { throw .unsupportedFormat }
      objectType = config.objectType
      sampleRateIndex = index
      channels = config.channelConfiguration
      channelCount = config.channelCount
    }
  }

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    guard content.format.formatID == .mpeg4AAC else { throw .unsupportedFormat }
    self.content = content
    configuration = try Configuration(content)
  }

  package var info: ContainerInfo {
    let stream = StreamFormat(
      sampleRate: Double(AudioSpecificConfig.sampleRates[configuration.sampleRateIndex]),
      formatID: .mpeg4AAC, framesPerPacket: 1024, channelCount: configuration.channelCount)
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: headByteCount,
      packetSizeUpperBound: stream.packetSizeUpperBound)
    info.magicCookie = content.magicCookie
    info.channelLayout = .advancedAudio(
      configuration: configuration.channels, count: configuration.channelCount)
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.trim == nil, content.markers.isEmpty, content.regions.isEmpty,
      content.chunks.isEmpty, content.artwork.isEmpty
    else { throw .unsupportedProperty }
    let configuration = try Configuration(content)
    let tag = content.id3Tag.isEmpty ? ID3v2Writer.tag(content.tags) : content.id3Tag
    guard dataByteCount == 0 else {
      guard content.tags == self.content.tags, content.magicCookie == self.content.magicCookie
      else { throw .mustPrecedeAudio }
      return self.content = content
    }
    self.content = content
    self.configuration = configuration
    headByteCount = UInt64(tag.count)
    edits.write(tag, at: 0)
    edits.end = headByteCount
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    var frames: [UInt8] = []
    let start = headByteCount &+ dataByteCount
    for packet in packets {
      let frameByteCount = Int(packet.byteCount) + ADTSHeader.byteCount
      guard packet.byteCount > 0, frameByteCount < 1 << 13 else { throw .malformedPacket }
      frames += header(frameByteCount)
      var here = packet
      here.offset = start &+ UInt64(frames.count)
      placed.append(here)
      frames.append(
        bytes.extracting(Int(packet.offset)..<Int(packet.offset) + Int(packet.byteCount)))
    }
    edits.write(frames, at: start)
    dataByteCount &+= UInt64(frames.count)
  }

  package mutating func update(_ edits: inout FileEdits) {}

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {}

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  /// Creates an MPEG-4 header without checksum, for one block.
  ///
  /// A buffer fullness of all ones means a variable rate.
  private func header(_ frameByteCount: Int) -> [UInt8] {
    let profile = UInt64(configuration.objectType - 1)
    let fixed =
      0xFFF1 << 40 | profile << 38 | UInt64(configuration.sampleRateIndex) << 34
      | UInt64(configuration.channels) << 30
    let bits = fixed | UInt64(frameByteCount) << 13 | 0x7FF << 2
    return Array([UInt8].big(bits).dropFirst())
  }
}
