package import AudioModel

/// Writes packets back to back: AMR after its fixed head; AC-3 and MPEG audio of layers I and II
/// without one.
///
/// Source: RFC 4867, 5 (AMR).
package struct RawFrameWriter: ContainerWriter {
  private var content: ContainerContent
  private var dataByteCount: UInt64 = 0
  private var largestPacket = 0

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    guard Self.formats(of: content.fileType).contains(content.format.formatID),
      content.format.sampleRate > 0, content.format.channelCount > 0
    else { throw .unsupportedFormat }
  }

  /// The formats that a file type carries.
  package static func formats(of type: FourCC) -> [FourCC] {
    switch type.description {
    case "ac-3": [.ac3, .enhancedAC3]
    case "amrf": [.amrNarrowBand, .amrWideBand]
    case "MPG1": [.mpegLayer1]
    case "MPG2": [.mpegLayer2]
    default: []
    }
  }

  package var info: ContainerInfo {
    var stream = content.format.completed
    let frames: [FourCC: Int] = [
      .amrNarrowBand: 160, .amrWideBand: 320, .ac3: 1536, .enhancedAC3: 1536,
    ]
    if let count = frames[stream.formatID], stream.framesPerPacket == 0 {
      stream.framesPerPacket = count
    }
    stream.bytesPerPacket = 0
    stream.bytesPerFrame = 0
    stream.bitsPerChannel = 0
    let bound = CAFFraming(stream)?.largestPacket ?? AC3Framing.longestPacket
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: UInt64(head.count),
      packetSizeUpperBound: max(bound, largestPacket))
    info.channelLayout = .unambiguous(channels: stream.channelCount)
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    // Such a stream has no metadata.
    var plain = ContainerContent(fileType: content.fileType, format: content.format)
    plain.alignsAudio = content.alignsAudio
    plain.reservedDuration = content.reservedDuration
    guard content == plain else { throw .unsupportedProperty }
    self.content = content
    guard dataByteCount == 0 else { return }
    edits.write(head, at: 0)
    edits.end = UInt64(head.count)
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    for packet in packets {
      let start = Int(packet.offset)
      let end = start + Int(packet.byteCount)
      // A packet that does not state its own length would make all following packets unreadable.
      guard isWhole(bytes.extracting(start..<end)) else { throw .malformedPacket }
      var here = packet
      here.offset = UInt64(head.count) &+ dataByteCount
      edits.write(lent: start..<end, at: here.offset)
      placed.append(here)
      dataByteCount &+= UInt64(packet.byteCount)
      largestPacket = max(largestPacket, Int(packet.byteCount))
    }
  }

  package mutating func update(_ edits: inout FileEdits) {}

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {}

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    false
  }

  /// Whether the bytes are exactly one packet according to its own header.
  private func isWhole(_ packet: Span<UInt8>) -> Bool {
    if content.format.formatID == .enhancedAC3 {
      return AC3Framing.isPacket(packet, sampleRate: content.format.sampleRate)
    }
    guard let framing = CAFFraming(content.format), packet.count >= framing.headerByteCount else {
      return false
    }
    return framing.packet(packet, at: 0)?.byteCount == packet.count
  }

  private var head: [UInt8] {
    switch content.format.formatID {
    case .amrNarrowBand: Array("#!AMR\n".utf8)
    case .amrWideBand: Array("#!AMR-WB\n".utf8)
    default: []
    }
  }
}
