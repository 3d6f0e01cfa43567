package import AudioModel

/// Writes an MPEG-4 file with one sound track: M4A, M4B, MP4, 3GP, 3G2.
///
/// While packets come, the media data go on to the end of the file and there is no `moov` yet: a file whose
/// recorder was killed does not open. Room for the `moov` is made while packets come, so that a full
/// disk is found then, not when the file is finished. Finishing writes the `moov` behind the packets; optimising
/// puts it in front of them.
///
/// Source: ISO/IEC 14496-12; ISO/IEC 14496-14.
package struct MP4Writer: ContainerWriter {
  private var content: ContainerContent
  private var table = MP4SampleTableWriter()
  private var firstPacket: [UInt8] = []
  private var mediaOffset: UInt64 = 0
  /// Where room has been made up to, while packets come.
  private var roomEnd: UInt64 = 0
  private var state = State.underWay

  /// Where the `moov` is.
  private enum State {
    case underWay
    /// Behind the packets, with as many bytes.
    case behind(Int)
    /// In front of them, at an offset.
    case front(UInt64)
  }

  /// Bytes of the media data's header, whose size takes 64 bits.
  private static let mediaHeaderByteCount: UInt64 = 16
  private static let movie = FourCC("m", "o", "o", "v")
  private static let media = FourCC("m", "d", "a", "t")
  private static let free = FourCC("f", "r", "e", "e")
  /// Bytes of room that are made at a time.
  private static let roomStep: UInt64 = 64 << 10

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    try Self.check(content)
  }

  package var info: ContainerInfo {
    var stream = content.format.completed
    if stream.framesPerPacket == 0, content.format.formatID == .appleLossless {
      stream.framesPerPacket = 4096
    }
    stream.bytesPerPacket = 0
    stream.bytesPerFrame = 0
    stream.bitsPerChannel = 0
    var info = ContainerInfo(
      fileType: content.fileType, format: stream, dataOffset: dataOffset,
      packetSizeUpperBound: max(stream.packetSizeUpperBound, Int(table.largestPacket), 1))
    info.magicCookie = content.magicCookie
    info.channelLayout = content.channelLayout ?? .unambiguous(channels: stream.channelCount)
    info.trim = content.trim
    info.tags = content.tags
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.markers.isEmpty, content.regions.isEmpty, content.id3Tag.isEmpty,
      content.chunks.isEmpty
    else { throw .unsupportedProperty }
    try Self.check(content)
    self.content = content
    guard table.packetCount == 0 else { return }
    var head = Self.fileType(content.fileType)
    if content.alignsAudio {
      let used = head.count + 8 + Int(Self.mediaHeaderByteCount)
      head += .box(Self.free, [UInt8](repeating: 0, count: (4096 - used % 4096) % 4096))
    }
    mediaOffset = UInt64(head.count)
    roomEnd = dataOffset
    edits.write(head + Self.mediaHeader(nil), at: 0)
    edits.end = dataOffset
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let isConfigured =
      !content.magicCookie.isEmpty
      || !SoundSampleEntryWriter.needsCookie(content.format.formatID)
    guard isConfigured, packets.allSatisfy({ $0.frameCount > 0 }) else { throw .malformedPacket }
    reopen(&edits)
    let isLossless = content.format.formatID == .flac
    let added = packets.reduce(0) { $0 &+ UInt64($1.byteCount) }
    // A movie with room for tags, which may still change.
    let needed =
      dataEnd &+ added &+ UInt64(table.boxByteCountLimit(adding: packets.count))
      &+ UInt64(metadata.count + 8192)
    if needed > roomEnd {
      let end = needed &+ Self.roomStep
      let start = max(roomEnd, dataEnd)
      edits.write([UInt8](repeating: 0, count: Int(end &- start)), at: start)
      roomEnd = end
    }
    let flac = isLossless ? FLACStreamInfo(cookie: content.magicCookie)?.format : nil
    for var packet in packets {
      let start = Int(packet.offset)
      let end = start + Int(packet.byteCount)
      // The last frame of FLAC may be shorter than the others, which only it tells.
      if let flac, let header = FLACFrameHeader(bytes.extracting(start..<end), at: 0, in: flac) {
        packet.frameCount = UInt32(header.blockLength)
      }
      if table.packetCount == 0 {
        firstPacket = []
        firstPacket.append(bytes.extracting(start..<min(end, start + 64)))
      }
      var here = packet
      here.offset = dataEnd
      edits.write(lent: start..<end, at: dataEnd)
      table.append(packet)
      placed.append(here)
    }
  }

  package mutating func update(_ edits: inout FileEdits) {}

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    reopen(&edits)
    let movie = try self.movie(dataOffset: dataOffset, isWide: dataEnd > UInt64(UInt32.max)).box
    edits.write(movie, at: dataEnd)
    edits.write(Self.mediaHeader(table.byteCount), at: mediaOffset)
    edits.end = dataEnd &+ UInt64(movie.count)
    state = .behind(movie.count)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    guard case .behind = state else { return false }
    let audio = dataOffset..<dataEnd
    let head = Self.fileType(content.fileType)
    var movie = try self.movie(
      dataOffset: 0, isWide: dataEnd &+ (1 << 28) > UInt64(UInt32.max))
    // Places do not change how long the box is.
    var used = UInt64(head.count + movie.box.count) &+ Self.mediaHeaderByteCount
    var filler: [UInt8] = []
    if content.alignsAudio {
      used &+= 8
      filler = .box(Self.free, [UInt8](repeating: 0, count: Int((4096 - used % 4096) % 4096)))
    }
    mediaOffset = UInt64(head.count + movie.box.count + filler.count)
    movie.dataOffset = dataOffset
    edits.write(head + movie.box + filler + Self.mediaHeader(table.byteCount), at: 0)
    edits.copy(audio, to: dataOffset)
    edits.end = dataEnd
    state = .front(UInt64(head.count))
    return true
  }
}

extension MP4Writer {
  private var dataOffset: UInt64 { mediaOffset &+ Self.mediaHeaderByteCount }
  private var dataEnd: UInt64 { dataOffset &+ table.byteCount }

  private static func check(_ content: ContainerContent) throws(ContainerWriteError) {
    let format = content.format
    guard SoundSampleEntryWriter.formats(of: content.fileType).contains(format.formatID),
      (1...255).contains(format.channelCount), format.sampleRate >= 1,
      UInt32(exactly: format.sampleRate) != nil
    else { throw .unsupportedFormat }
  }

  private var metadata: [UInt8] {
    let isAdvanced = content.format.formatID == .mpeg4AAC
    return MP4MetadataWriter(
      tags: content.tags, artwork: content.artwork, trim: isAdvanced ? content.trim : nil
    ).box
  }

  /// Makes the file one under way again, where it was finished.
  private mutating func reopen(_ edits: inout FileEdits) {
    switch state {
    case .underWay: return
    case .behind: break
    case .front(let offset): edits.write(.big(Self.free.rawValue), at: offset &+ 4)
    }
    edits.write(Self.mediaHeader(nil), at: mediaOffset)
    roomEnd = dataEnd
    state = .underWay
  }

  private func movie(
    dataOffset: UInt64, isWide: Bool
  ) throws(ContainerWriteError) -> MP4MovieWriter {
    let seconds = Double(table.frameCount) / content.format.sampleRate
    let rate = seconds > 0 ? Double(table.byteCount) * 8 / seconds : 0
    let entry = SoundSampleEntryWriter(
      format: content.format, cookie: content.magicCookie, firstPacket: firstPacket,
      largestPacket: table.largestPacket, averageBitRate: UInt32(min(rate, 4e9)))
    return MP4MovieWriter(
      sampleRate: UInt32(content.format.sampleRate), sampleEntry: try entry.entry(), table: table,
      trim: content.trim, metadata: metadata, dataOffset: dataOffset, isWide: isWide)
  }

  /// The header of the media data; `nil` for data that go on to the end of the file.
  private static func mediaHeader(_ byteCount: UInt64?) -> [UInt8] {
    var bytes: [UInt8] = .big(UInt32(byteCount == nil ? 0 : 1))
    bytes.append(media)
    bytes.append(big: byteCount.map { $0 &+ mediaHeaderByteCount } ?? 0)
    return bytes
  }

  /// Source: ISO/IEC 14496-12, 4.3 File Type Box; 3GPP TS 26.244, 5.3.
  private static func fileType(_ type: FourCC) -> [UInt8] {
    let brands: [String] =
      switch type.description {
      case "m4af": ["M4A ", "M4A ", "mp42", "isom"]
      case "m4bf": ["M4B ", "M4B ", "mp42", "isom"]
      case "3gpp": ["3gp6", "3gp6", "3gp4", "isom"]
      case "3gp2": ["3g2a", "3g2a", "isom"]
      default: ["mp42", "mp42", "isom"]
      }
    let major = Array(brands[0].utf8) + [0, 0, 0, 0]
    return .box(
      FourCC("f", "t", "y", "p"), major + brands.dropFirst().flatMap { Array($0.utf8) })
  }
}
