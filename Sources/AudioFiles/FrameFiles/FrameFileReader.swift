internal import AudioCodecs
internal import AudioContainers
package import AudioModel
package import AudioProcessing

/// Reads the frames of a file in a client-selected format, from any frame.
///
/// Frames count at the file's rate, without priming and remainder. Use from one thread at a time.
package final class FrameFileReader {
  package let file: PacketFile
  /// The best format to which the file decodes: HE-AAC rather than the plain AAC inside it.
  package let fileFormat: StreamFormat
  /// The output format.
  package private(set) var clientFormat: StreamFormat
  package private(set) var converter: PacketConverter

  let input: FilePacketInput
  /// Frames of ``fileFormat`` for each frame that the file counts.
  let scale: UInt64
  /// The frame from which the converter's first frame comes.
  private var start: Int64 = 0
  /// Client frames returned since ``start``.
  private var givenFrames = 0
  private var isPlaced = false
  /// Frames of the recording, if known without scanning.
  var knownFrameCount: Int64?
  /// The end, if it is found while reading.
  var openEnd: OpenEnd?
  var trimOverride: FrameTrim?
  /// The channel layout of the file, which overrides the layout stated in the file.
  package var layoutOverride: ChannelLayout? {
    didSet { converter.arrangement.input = layoutOverride ?? file.info.channelLayout }
  }

  /// Reads a file in its own format.
  ///
  /// Linear PCM keeps its sample layout. Other formats become interleaved Float32.
  ///
  /// - Throws: ``FrameFileError`` if no decoder is available.
  package init(_ file: PacketFile) throws(FrameFileError) {
    self.file = file
    file.lookForLayers()
    let info = file.info
    let rich = info.layeredFormats.map(\.format).first { DecoderFactory.canDecode($0.formatID) }
    fileFormat = (rich ?? info.format).completed
    let quotient = info.format.sampleRate > 0 ? fileFormat.sampleRate / info.format.sampleRate : 1
    scale = quotient == 2 ? 2 : 1
    input = FilePacketInput(file)
    clientFormat = fileFormat.isLinearPCM ? fileFormat : .interleavedFloats(like: fileFormat)
    do {
      converter = try Self.converter(from: fileFormat, info, to: clientFormat)
    } catch {
      throw .codec(error)
    }
  }

  private static func converter(
    from format: StreamFormat, _ info: ContainerInfo, to client: StreamFormat
  ) throws(CodecError) -> PacketConverter {
    let converter = try PacketConverter(from: format, to: client, magicCookie: info.magicCookie)
    converter.arrangement.input = info.channelLayout
    // A seek starts before the requested frame, and silence precedes the first frame.
    converter.givesLeadingFrames = true
    return converter
  }

  /// Changes the output format from the current frame on.
  ///
  /// - Throws: ``FrameFileError`` if the format cannot be produced. Nothing has changed in that
  ///   case.
  package func setClientFormat(_ format: StreamFormat) throws(FrameFileError) {
    let position = position
    do {
      converter = try Self.converter(from: fileFormat, file.info, to: format)
    } catch {
      throw .codec(error)
    }
    if let layoutOverride { converter.arrangement.input = layoutOverride }
    clientFormat = converter.output
    move(to: position)
  }

  /// Restarts at the current frame after a change of the converter's properties.
  package func converterHasChanged() {
    move(to: position)
  }

  /// Sets the memory into which packets are read, as many at once as fit.
  ///
  /// A packet that does not fit is read to separate memory. Lent memory may change between calls.
  package func setMemory(_ memory: any PacketMemory) {
    returnPackets()
    input.memory = memory
  }

  /// Schedules unused packets to be read again.
  private func returnPackets() {
    input.next -= UInt64(converter.returnPackets())
  }

  /// The packets that could not be decoded since the file was opened, by number.
  ///
  /// Silence replaces them.
  package var damagedPackets: Set<UInt64> { input.refusedPackets }

  /// Frames of the recording.
  package func frameCount() throws(FrameFileError) -> Int64 {
    if let trimOverride { return Int64(clamping: trimOverride.validFrames) }
    do {
      return Int64(clamping: try file.recordingFrameCount() &* scale)
    } catch {
      throw .packets(error)
    }
  }

  /// The frame that is read next.
  package var position: Int64 {
    guard givenFrames > 0 else { return start }
    let (rate, clientRate) = (fileFormat.sampleRate, clientFormat.sampleRate)
    let position = start + Int64(RateConverter.length(of: givenFrames, from: clientRate, to: rate))
    guard clientRate != rate, let knownFrameCount, knownFrameCount > start else { return position }
    // The length was rounded to client frames, so the reverse conversion is inexact at the end.
    let left = RateConverter.length(of: Int(knownFrameCount - start), from: rate, to: clientRate)
    return givenFrames >= left ? knownFrameCount : min(position, knownFrameCount)
  }

  /// Continues with another frame, which may lie in the middle of a packet.
  ///
  /// - Throws: ``FrameFileError/invalidSeek`` if the frame lies before the first frame or after the
  ///   end.
  package func seek(to frame: Int64) throws(FrameFileError) {
    guard frame >= 0 else { throw .invalidSeek }
    // If the end is open, do not count the packets: reading finds the end.
    if frame > 0, !isEndOpen {
      guard try frame <= frameCount() else { throw .invalidSeek }
    }
    move(to: frame)
  }

  func move(to frame: Int64) {
    start = frame
    givenFrames = 0
    isPlaced = false
  }

  /// Reads frames.
  ///
  /// - Parameters:
  ///   - count: The maximum number of frames, at the client's rate.
  ///   - destination: Memory for `count` frames.
  /// - Returns: The number of frames, which is less than `count` only at the end or before an
  ///   error.
  /// - Throws: ``FrameFileError`` if the call returns no frames.
  package func read(
    _ count: Int, into destination: any SampleOutput
  ) throws(FrameFileError) -> Int {
    defer { if input.memory.isLent { returnPackets() } }
    if !isPlaced { try place() }
    try lookAhead(count)
    let result = converter.fill(count, from: input, into: destination)
    givenFrames += result.frameCount
    if knownFrameCount == nil, input.hasEnded { knownFrameCount = try? frameCount() }
    switch result.stop {
    case .end where result.frameCount == 0:
      if let failure = file.unreadableRest ?? openEnd?.failure { throw .packets(failure) }
      return 0
    case nil, .end: return result.frameCount
    case .codec(let error):
      if result.frameCount > 0 { return result.frameCount }
      throw .codec(error)
    case .input:
      if result.frameCount > 0 { return result.frameCount }
      throw .packets(input.failure ?? .notOptimized)
    }
  }

  /// Priming, valid, and remainder frames, or `nil` if neither the file nor the client states them.
  package func trim() throws(FrameFileError) -> FrameTrim? {
    do {
      return try scaledTrim()
    } catch {
      throw .packets(error)
    }
  }

  func scaledTrim() throws(PacketError) -> FrameTrim? {
    if let trimOverride { return trimOverride }
    return try file.frameTrim().map(scaled)
  }

  func scaled(_ trim: FrameTrim) -> FrameTrim {
    FrameTrim(
      primingFrames: trim.primingFrames * Int(scale), validFrames: trim.validFrames &* scale,
      remainderFrames: trim.remainderFrames * Int(scale))
  }

  /// Moves the converter to the frame ``start``.
  func place() throws(FrameFileError) {
    let surplus = leadingFrames
    do {
      try placeConverter(at: UInt64(start) - UInt64(surplus))
    } catch {
      throw .packets(error)
    }
    var unwanted = RateConverter.length(
      of: surplus, from: fileFormat.sampleRate, to: clientFormat.sampleRate)
    while unwanted > 0 {
      let scratch = ScratchOutput(clientFormat, frameCount: min(unwanted, 4096))
      let result = converter.fill(min(unwanted, 4096), from: input, into: scratch)
      unwanted -= result.frameCount
      // A damaged packet yields its silence, now or with the next packet.
      if let stop = result.stop, stop != .codec(.badPacket) { break }
    }
    isPlaced = true
  }

  /// Limits the converter to the recording, from frame `first` of it on.
  func limit(to trim: FrameTrim?, from first: UInt64) {
    knownFrameCount = trim.map { Int64(clamping: $0.validFrames) }
    converter.frameLimit = trim.map {
      Int(clamping: $0.validFrames - min($0.validFrames, first))
    }
  }

  /// Frames before ``start`` that rate conversion needs: a whole number of frames at both rates.
  private var leadingFrames: Int {
    guard start > 0, clientFormat.sampleRate != fileFormat.sampleRate else { return 0 }
    let unit = RateConverter.unit(fileFormat.sampleRate, clientFormat.sampleRate)
    let wanted = (max(converter.rateReach, 1024) + unit - 1) / unit * unit
    return min(wanted, Int(clamping: start) / unit * unit)
  }

  /// Makes the recording's frame `frame` the converter's first output frame.
  private func placeConverter(at frame: UInt64) throws(PacketError) {
    let trim = try startingTrim()
    openEnd?.firstFrame = frame
    let absolute = frame + UInt64(trim?.primingFrames ?? 0)
    limit(to: openEnd?.isFound == false ? nil : trim, from: frame)
    let spans = try file.linkSpans()
    guard spans.isEmpty else { return try placeChain(spans, at: absolute) }
    input.next = 0
    var leading = absolute
    converter.warmUpPackets = 0
    if absolute > 0, let place = try file.place(holdingFrame: absolute / scale) {
      input.next = try WarmUp.start(before: place.index, of: file, fileFormat)
      if input.next > 0 {
        // A starting decoder outputs fewer frames: Vorbis omits the first packet, for example.
        converter.warmUpPackets = place.index - input.next
        leading = absolute - place.firstFrame * scale
      }
    } else if absolute > 0 {
      input.next = try file.packetCount()
      leading = 0
    }
    converter.trim = (leading: fileFormat.isLinearPCM ? 0 : Int(clamping: leading), trailing: 0)
    converter.reset()
  }

  /// Makes a frame of a chain, counted with the first link's priming, the first output frame.
  private func placeChain(_ spans: [LinkSpan], at frame: UInt64) throws(PacketError) {
    let chain = ChainedDecoder(spans, format: fileFormat, layout: file.info.channelLayout)
    converter.trim = (leading: 0, trailing: 0)
    converter.setDecoder(chain)
    input.chain = chain
    input.next = try chain.move(to: frame, in: file)
  }
}
