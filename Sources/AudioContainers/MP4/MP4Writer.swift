package import AudioModel
import AudioSyntax

/// Writes an MPEG-4 file with one sound track: M4A, M4B, MP4, 3GP, 3G2, QuickTime.
///
/// Once the format and its configuration are known, the file stays valid (`MP4Writer+UnderWay`).
/// Finishing writes the movie directly after the packets. Optimizing moves it before them.
///
/// Source: ISO/IEC 14496-12; ISO/IEC 14496-14.
package struct MP4Writer: ContainerWriter {
  private(set) var content: ContainerContent
  var table: MP4SampleTableWriter
  /// The packets of the next fragment, if the movie has fragments.
  var fragments = MP4FragmentWriter()
  private var firstPacket: [UInt8] = []
  private(set) var mediaOffset: UInt64 = 0
  /// The movie that stays valid while packets are added.
  var place: MP4MoviePlace?
  var state = State.underWay
  /// Bytes of the movie's metadata.
  private(set) var metadataByteCount = 0

  /// The location of the `moov` box.
  enum State {
    case underWay
    /// After the packets, with this number of bytes.
    case behind(Int)
    /// Before the packets, at this offset.
    case front(UInt64)
  }

  static let free = FourCC("f", "r", "e", "e")
  static let boxHeaderByteCount = 8

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    table = MP4SampleTableWriter(constantByteCount: content.format.completed.constantByteCount)
    try Self.check(content)
  }

  package var info: ContainerInfo {
    var stream = content.format.completed
    if stream.framesPerPacket == 0, content.format.formatID == .appleLossless {
      stream.framesPerPacket = 4096
    }
    if table.constantByteCount == 0 {
      stream.bytesPerPacket = 0
      stream.bytesPerFrame = 0
      stream.bitsPerChannel = 0
    }
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
    let chunk = content.track.chunkDuration * content.format.sampleRate
    table.chunkFrameCount = chunk >= 1 ? UInt64(min(chunk, 1e15)) : 0
    metadataByteCount = metadata(content.trim).count
    if let plan = content.fragments { return fragments.describe(plan, &edits) }
    guard table.byteCount == 0 else { return }
    var head = MP4Brands.box(content.fileType)
    if content.alignsAudio {
      let used = head.count + 8 + Int(MP4MediaData.headerByteCount)
      head += .box(Self.free, [UInt8](repeating: 0, count: (4096 - used % 4096) % 4096))
    }
    mediaOffset = UInt64(head.count)
    begin(head, &edits)
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    if table.constantByteCount > 0 { return try append(constant: bytes, &edits) }
    guard isConfigured, packets.allSatisfy({ $0.frameCount > 0 }) else { throw .malformedPacket }
    guard let first = packets.first else { return }
    if table.packetCount == 0 {
      let start = Int(first.offset)
      firstPacket = []
      firstPacket.append(bytes.extracting(start..<start + min(Int(first.byteCount), 64)))
    }
    let packets = MP4PacketDurations.measured(packets, of: bytes, content)
    if let plan = content.fragments {
      if !fragments.hasBegun { fragments.begin(try fragmentedMovie(), content, first, &edits) }
      fragments.append(packets, of: bytes, plan, placed: &placed, &edits)
      for packet in packets { table.append(packet) }
      return
    }
    let byteCount = packets.reduce(0) { $0 &+ UInt64($1.byteCount) }
    try makeRoom(for: packets.count, byteCount: byteCount, &edits)
    let oldCount = table.packetCount
    var sizes: [UInt8] = []
    for packet in packets {
      let start = Int(packet.offset)
      let end = start + Int(packet.byteCount)
      var here = packet
      here.offset = dataEnd
      edits.write(lent: start..<end, at: dataEnd)
      table.append(packet)
      sizes.append(big: packet.byteCount)
      placed.append(here)
    }
    tell(of: oldCount, sizes: sizes, &edits)
  }

  package mutating func update(_ edits: inout FileEdits) {}

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    guard content.fragments == nil else {
      let movie = try fragmentedMovie()
      return fragments.finish(movie, content, frameCount: table.frameCount, &edits)
    }
    try settle(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    guard case .behind = state, content.fragments == nil else { return false }
    let audio = dataOffset..<dataEnd
    let head = MP4Brands.box(content.fileType)
    var movie = try self.movie(
      dataOffset: 0, isWide: dataEnd &+ (1 << 28) > UInt64(UInt32.max))
    // Chunk offsets do not affect the size of the box.
    var used = UInt64(head.count + movie.boxes(at: 0).count) &+ MP4MediaData.headerByteCount
    var filler: [UInt8] = []
    if content.alignsAudio {
      used &+= 8
      filler = .box(Self.free, [UInt8](repeating: 0, count: Int((4096 - used % 4096) % 4096)))
    }
    mediaOffset = UInt64(head.count + movie.boxes(at: 0).count + filler.count)
    movie.dataOffset = dataOffset
    let boxes = movie.boxes(at: UInt64(head.count))
    edits.write(head + boxes + filler + MP4MediaData.header(table.byteCount), at: 0)
    edits.copy(audio, to: dataOffset)
    edits.end = dataEnd
    state = .front(UInt64(head.count))
    return true
  }
}

extension MP4Writer {
  var dataOffset: UInt64 { mediaOffset &+ MP4MediaData.headerByteCount }
  var dataEnd: UInt64 { dataOffset &+ table.byteCount }

  /// Whether the cookie is available, if the format needs one.
  var isConfigured: Bool {
    !content.magicCookie.isEmpty
      || !SoundSampleEntryWriter.needsCookie(content.format.formatID)
  }

  private static func check(_ content: ContainerContent) throws(ContainerWriteError) {
    let format = content.format
    guard SoundSampleEntryWriter.formats(of: content.fileType).contains(format.formatID),
      (1...255).contains(format.channelCount), format.sampleRate >= 1,
      format.formatID != .linearPCM || UncompressedSampleEntryWriter(format) != nil,
      UInt32(exactly: format.sampleRate) != nil,
      // *Encapsulation of Opus in ISO Base Media File Format*, 4.3: one clock for all streams.
      format.formatID != .opus || format.sampleRate == Double(OpusHeader.sampleRate)
    else { throw .unsupportedFormat }
  }

  func metadata(_ trim: FrameTrim?) -> [UInt8] {
    let isAdvanced = content.format.formatID == .mpeg4AAC
    return MP4MetadataWriter(
      tags: content.tags, artwork: content.artwork, trim: isAdvanced ? trim : nil
    ).box
  }

  func movie(
    dataOffset: UInt64, isWide: Bool
  ) throws(ContainerWriteError) -> MP4MovieWriter {
    let seconds = Double(table.frameCount) / content.format.sampleRate
    let rate = seconds > 0 ? Double(table.byteCount) * 8 / seconds : 0
    let entry = SoundSampleEntryWriter(
      format: content.format, cookie: content.magicCookie, firstPacket: firstPacket,
      largestPacket: table.largestPacket, averageBitRate: UInt32(min(rate, 4e9)),
      channelLayout: content.channelLayout)
    let clock = UInt32(content.format.sampleRate)
    var properties = content.track
    var timed = content.timedTracks
    if let chapters = TimedTrackContent(
      content.tags.chapters, timescale: clock,
      duration: content.trim?.validFrames ?? table.frameCount)
    {
      timed.append(chapters)
      properties.references.append(
        TrackReference(type: .chap, identifiers: [UInt32(timed.count + 1)]))
    }
    var movie = MP4MovieWriter(
      sampleRate: clock, sampleEntry: try entry.entry(), table: table,
      trim: content.trim, metadata: metadata(content.trim), dataOffset: dataOffset, isWide: isWide,
      properties: properties)
    if content.track.movieTimescale > 0 { movie.movieTimescale = content.track.movieTimescale }
    movie.add(timed)
    return movie
  }

  /// The movie before its fragments, without the trim that is known only at the end.
  func fragmentedMovie() throws(ContainerWriteError) -> MP4MovieWriter {
    var movie = try movie(dataOffset: 0, isWide: false)
    movie.metadata = metadata(nil)
    movie.simplify()
    return movie
  }
}
