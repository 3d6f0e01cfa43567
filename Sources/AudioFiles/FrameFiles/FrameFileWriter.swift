package import AudioCodecs
internal import AudioContainers
package import AudioModel
package import AudioProcessing
internal import AudioTransport

/// Writes frames of the client's format to a file of another.
///
/// Used by one thread at a time.
package final class FrameFileWriter {
  package let writer: PacketFileWriter
  /// What the client gives.
  package private(set) var clientFormat: StreamFormat
  package private(set) var converter: PacketConverter
  /// What the channels of the file are to be, also where it has no place to tell.
  private var layout: ChannelLayout?

  private let input = GivenFrames()
  /// Client frames that were taken.
  private var takenFrames = 0
  /// What the file is to tell of the recording, if the client gives frames around it.
  ///
  /// Packets after its end are not written.
  package var statedTrim: (primingFrames: Int, validFrames: UInt64)?
  private var isEnded = false
  /// Whether the last packets could not be written whole.
  private var hasFailed = false
  /// Where packets are before they are written, as many at once as it has room for, one at least.
  ///
  /// A packet for which there is no room is in memory of our own.
  package var memory: any PacketMemory = OwnPacketMemory(byteCount: 1 << 15)

  /// Writes to a file that is there and empty, or holds packets already.
  ///
  /// - Parameters:
  ///   - writer: The file.
  ///   - clientFormat: Linear PCM.
  ///   - settings: What is asked of an encoder.
  /// - Throws: ``FrameFileError`` where there is no way from the one to the other.
  package init(
    _ writer: PacketFileWriter, from clientFormat: StreamFormat,
    _ settings: EncoderSettings = EncoderSettings()
  ) throws(FrameFileError) {
    self.writer = writer
    layout = writer.content.channelLayout
    converter = try Self.converter(from: clientFormat, to: writer, settings, layout)
    self.clientFormat = converter.input
    try describe()
  }

  /// Changes what the client gives; what was given before is encoded with it.
  package func setClientFormat(_ format: StreamFormat) throws(FrameFileError) {
    converter = try Self.converter(from: format, to: writer, converter.encoderSettings, layout)
    clientFormat = converter.input
    try describe()
  }

  private static func converter(
    from client: StreamFormat, to writer: PacketFileWriter, _ settings: EncoderSettings,
    _ layout: ChannelLayout?
  ) throws(FrameFileError) -> PacketConverter {
    do throws(CodecError) {
      let converter = try PacketConverter(from: client, to: writer.content.format)
      if settings != EncoderSettings() { try converter.setEncoderSettings(settings) }
      if let layout { try converter.setOutputLayout(layout) }
      return converter
    } catch {
      throw .codec(error)
    }
  }

  /// Brings the channels into an order, and has the file tell it.
  ///
  /// An encoder with an order of its own keeps that. A type of file that knows the same speakers in one order only, as WAVE does, gets
  /// them in that; one that has no place for it holds them as they are asked for.
  ///
  /// - Parameter layout: Of as many channels as the file has.
  /// - Throws: ``FrameFileError`` where the file cannot be changed, or where an encoder has not these loudspeakers.
  package func setChannelLayout(_ layout: ChannelLayout) throws(FrameFileError) {
    guard converter.encoderLayout == nil else {
      try arrange(layout)
      self.layout = layout
      return
    }
    var layout = layout
    if try !tell(layout) {
      if let usual = layout.inOrderOfBits, try tell(usual) {
        layout = usual
      } else {
        try change { $0.channelLayout = nil }
      }
    }
    self.layout = layout
    try arrange(layout)
  }

  /// Tells what the client's channels are, by which an encoder chooses its own where nothing else was asked for.
  ///
  /// - Throws: ``FrameFileError`` where the file cannot be changed.
  package func setClientLayout(_ layout: ChannelLayout?) throws(FrameFileError) {
    try changeLayout { converter in converter.setInputLayout(layout) }
  }

  private func arrange(_ layout: ChannelLayout) throws(FrameFileError) {
    try changeLayout { (converter) throws(CodecError) in try converter.setOutputLayout(layout) }
  }

  /// Changes what the channels are, by which the encoder may become another one; all is as before where the file cannot tell that.
  private func changeLayout(
    _ change: (PacketConverter) throws(CodecError) -> Void
  ) throws(FrameFileError) {
    let before = (settings: converter.encoderSettings, layout: converter.encoderLayout)
    do throws(CodecError) {
      try change(converter)
    } catch {
      throw .codec(error)
    }
    guard converter.encoderLayout != before.layout else { return }
    do throws(FrameFileError) {
      try describe()
    } catch {
      try? converter.setEncoderSettings(before.settings)
      throw error == .writing(.container(.unsupportedFormat))
        ? .codec(.channelsWithoutPlace) : error
    }
  }

  /// Has the file tell what its channels are.
  ///
  /// - Parameter layout: What they are.
  /// - Returns: Whether it has a place for that.
  /// - Throws: ``FrameFileError`` where the file cannot be changed.
  private func tell(_ layout: ChannelLayout) throws(FrameFileError) -> Bool {
    do {
      try change { $0.channelLayout = layout }
      return true
    } catch .writing(.container(.unsupportedProperty)) {
      return false
    }
  }

  /// Tells the file what the encoder has decided.
  package func describe() throws(FrameFileError) {
    guard converter.isEncoding else { return }
    let cookie = converter.outputMagicCookie
    let flags = writer.packetCount == 0 ? converter.output.formatFlags : nil
    try change { content in
      if !cookie.isEmpty { content.magicCookie = cookie }
      // The bits of a lossless codec's source may be asked for after the file was made.
      if let flags { content.format.formatFlags = flags }
    }
    try describeChannels()
  }

  /// Tells the file the encoder's order of the channels, where a layout is needed to know it or the file has one.
  private func describeChannels() throws(FrameFileError) {
    guard let layout = converter.encoderLayout, writer.packetCount == 0,
      converter.output.channelCount > 2 || writer.content.channelLayout != nil
    else { return }
    // Where there is no place for it, the packets tell it themselves.
    if try !tell(layout) { try change { $0.channelLayout = nil } }
  }

  private func change(
    _ change: (inout ContainerContent) -> Void
  ) throws(FrameFileError) {
    do {
      try writer.change(change)
    } catch {
      throw .writing(error)
    }
  }

  /// The frame, at the file's rate, that is written next.
  package var position: Int64 {
    Int64(
      RateConverter.length(
        of: takenFrames, from: clientFormat.sampleRate, to: converter.output.sampleRate))
  }

  /// Writes frames.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - source: Where they are, from their first on.
  /// - Throws: ``FrameFileError``.
  package func write(_ count: Int, from source: any SampleInput) throws(FrameFileError) {
    guard count > 0 else { return }
    input.state = .fresh(source, count)
    takenFrames += count
    try convert()
  }

  /// Writes what is held back, and tells the file of priming and remainder.
  ///
  /// Nothing can be written afterwards.
  package func finish() throws(FrameFileError) {
    guard !isEnded else { return }
    isEnded = true
    // What the encoder holds back does not follow on what is in the file where a write before it failed.
    if !hasFailed {
      input.state = .ended
      try convert()
    }
    guard converter.isEncoding else { return }
    try describe()
    // Of packets that others have written nothing is known here.
    guard takenFrames > 0, var trim = converter.encoderTrim, writer.packetCount > 0, canTellTrim
    else { return }
    if let statedTrim { (trim.primingFrames, trim.validFrames) = statedTrim }
    if hasFailed || statedTrim != nil {
      let priming = UInt64(clamping: trim.primingFrames)
      let most = writer.frameCount - min(priming, writer.frameCount)
      trim.validFrames = hasFailed ? most : min(trim.validFrames, most)
    }
    // The encoder of Vorbis cuts what it tells of the last packets.
    let frames = UInt64(clamping: trim.primingFrames) + trim.validFrames
    trim.remainderFrames = Int(clamping: writer.frameCount - min(frames, writer.frameCount))
    if trim.primingFrames > 0 || trim.remainderFrames > 0 { try change { $0.trim = trim } }
  }

  /// Finishes and closes the file, also where finishing fails.
  package func close() throws(FrameFileError) {
    var failure: FrameFileError?
    do { try finish() } catch { failure = error }
    do {
      try writer.close()
    } catch {
      throw failure ?? .writing(error)
    }
    if let failure { throw failure }
  }

  private func convert() throws(FrameFileError) {
    while true {
      let stop = converter.isEncoding ? try encode() : try copy()
      switch stop {
      case nil: continue
      case .end, .input: return
      case .codec(let error): throw .codec(error)
      }
    }
  }

  private func copy() throws(FrameFileError) -> FillResult.Stop? {
    let width = converter.output.bytesPerFrame
    let memory: any PacketMemory =
      memory.byteCount >= width ? memory : OwnPacketMemory(byteCount: width)
    let result = converter.fill(memory.byteCount / width, from: input, into: memory)
    try write(result.frameCount * width, of: memory, [], result.frameCount)
    return result.stop
  }

  private func encode() throws(FrameFileError) -> FillResult.Stop? {
    let isConstant = converter.output.hasConstantPackets
    let capacity = max(memory.byteCount, converter.maximumOutputPacketSize)
    let limit = isConstant ? max(capacity / converter.output.bytesPerPacket, 1) : 16
    var result = converter.encode(limit, capacity: capacity, from: input)
    if result.isOutOfRoom, result.packets.packets.isEmpty {
      result = converter.encode(1, capacity: .max, from: input)
    }
    let (bytes, packets) = wanted(result.packets)
    let described = isConstant ? [] : packets
    if memory.isLent, bytes.count <= memory.byteCount {
      memory.write(0..<bytes.count, ofBuffer: 0) { $0.copy(bytes.span) }
      try write(bytes.count, of: memory, described, packets.count)
    } else {
      try write(bytes.span, described, packets.count)
    }
    return result.stop
  }

  /// Writes packets that lie at the start of some memory.
  private func write(
    _ byteCount: Int, of memory: any PacketMemory, _ packets: [Packet], _ count: Int
  ) throws(FrameFileError) {
    var failure: FrameFileError?
    memory.read(0..<byteCount, ofBuffer: 0) { bytes in
      do throws(FrameFileError) { try write(bytes, packets, count) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func write(
    _ bytes: Span<UInt8>, _ packets: [Packet], _ count: Int
  ) throws(FrameFileError) {
    guard count > 0 else { return }
    let outcome = writer.write(bytes, packets, count: count, at: writer.packetCount)
    hasFailed = outcome.error != nil
    if let error = outcome.error { throw .writing(error) }
  }
}
