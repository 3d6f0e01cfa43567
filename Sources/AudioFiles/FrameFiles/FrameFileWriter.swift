package import AudioCodecs
internal import AudioContainers
package import AudioModel
package import AudioProcessing
internal import AudioTransport

/// Converts frames in a client's format to a file's format and writes them.
///
/// Use from one thread at a time.
package final class FrameFileWriter {
  package let writer: PacketFileWriter
  /// The format of the client's frames.
  package internal(set) var clientFormat: StreamFormat
  package internal(set) var converter: PacketConverter
  /// The channel layout of the file, even if the file cannot store it.
  private(set) var layout: ChannelLayout?

  let input = GivenFrames()
  /// Client frames received in the current format.
  var takenFrames = 0
  /// Frames, at the file's rate, from clients in earlier formats.
  var earlierFrames: Int64 = 0
  /// The recording that the file states, if the client supplies frames around it.
  ///
  /// Packets after the end of the recording are not written.
  package var statedTrim: (primingFrames: Int, validFrames: UInt64)?
  private var isEnded = false
  /// Whether the last packets could not be written completely.
  private var hasFailed = false
  /// The memory that holds packets before writing, as many at once as fit, but at least one.
  ///
  /// A packet that does not fit is in separate memory.
  package var memory: any PacketMemory = OwnPacketMemory(byteCount: 1 << 15)

  /// Writes to an existing file, which may already contain packets.
  ///
  /// - Parameters:
  ///   - writer: The file.
  ///   - clientFormat: Linear PCM.
  ///   - settings: The encoder's settings.
  /// - Throws: ``FrameFileError`` if the formats cannot be converted.
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

  static func converter(
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

  /// Arranges the channels in an order, and stores that order in the file.
  ///
  /// An encoder with a fixed order keeps it. A file type such as WAVE supports only one order of
  /// the same speakers, and the channels then use that order. A file that cannot store the layout
  /// still contains the channels in the requested order.
  ///
  /// - Parameter layout: A layout with the file's channel count.
  /// - Throws: ``FrameFileError`` if the file cannot be changed, or the encoder does not support
  ///   the loudspeakers.
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

  /// Sets the client's channel layout.
  ///
  /// An encoder derives its layout from it, unless one was requested.
  ///
  /// - Throws: ``FrameFileError`` if the file cannot be changed.
  package func setClientLayout(_ layout: ChannelLayout?) throws(FrameFileError) {
    try changeLayout { converter in converter.setInputLayout(layout) }
  }

  private func arrange(_ layout: ChannelLayout) throws(FrameFileError) {
    try changeLayout { (converter) throws(CodecError) in try converter.setOutputLayout(layout) }
  }

  /// Changes the channel layout, which may replace the encoder.
  ///
  /// If the file cannot store the new layout, nothing has changed.
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

  /// Stores the channel layout in the file.
  ///
  /// - Parameter layout: The channel layout.
  /// - Returns: Whether the file can store the layout.
  /// - Throws: ``FrameFileError`` if the file cannot be changed.
  private func tell(_ layout: ChannelLayout) throws(FrameFileError) -> Bool {
    do {
      try change { $0.channelLayout = layout }
      return true
    } catch .writing(.container(.unsupportedProperty)) {
      return false
    }
  }

  /// Stores the encoder's decisions in the file.
  package func describe() throws(FrameFileError) {
    guard converter.isEncoding else { return }
    let cookie = converter.outputMagicCookie
    let flags = writer.packetCount == 0 ? converter.output.formatFlags : nil
    try change { content in
      if !cookie.isEmpty { content.magicCookie = cookie }
      // The source bits of a lossless codec may be set after the file was created.
      if let flags { content.format.formatFlags = flags }
    }
    try describePriming()
    try describeChannels()
  }

  /// Stores the encoder's channel order if it is ambiguous or the file has a layout.
  private func describeChannels() throws(FrameFileError) {
    guard let layout = converter.encoderLayout, writer.packetCount == 0,
      converter.output.channelCount > 2 || writer.content.channelLayout != nil
    else { return }
    // If the file cannot store the layout, the packets contain it.
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

  /// Writes frames.
  ///
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - source: The memory of the frames, from the first one.
  /// - Throws: ``FrameFileError``.
  package func write(_ count: Int, from source: any SampleInput) throws(FrameFileError) {
    guard count > 0 else { return }
    input.state = .fresh(source, count)
    takenFrames += count
    try convert()
  }

  /// Writes the buffered frames, and stores priming and remainder in the file.
  ///
  /// Nothing can be written afterwards.
  package func finish() throws(FrameFileError) {
    guard !isEnded else { return }
    isEnded = true
    // After a failed write, the encoder's buffered frames would not continue the file's content.
    if !hasFailed {
      input.state = .ended
      try convert()
    }
    guard converter.isEncoding else { return }
    try describe()
    // The trim of packets from other writers is unknown.
    guard hasFrames, var trim = converter.encoderTrim, writer.packetCount > 0, canTellTrim
    else { return }
    if let statedTrim { (trim.primingFrames, trim.validFrames) = statedTrim }
    if hasFailed || statedTrim != nil {
      let priming = UInt64(clamping: trim.primingFrames)
      let most = writer.frameCount - min(priming, writer.frameCount)
      trim.validFrames = hasFailed ? most : min(trim.validFrames, most)
    }
    // The Vorbis encoder states fewer frames for the last packets.
    let frames = UInt64(clamping: trim.primingFrames) + trim.validFrames
    trim.remainderFrames = Int(clamping: writer.frameCount - min(frames, writer.frameCount))
    if trim.primingFrames > 0 || trim.remainderFrames > 0 { try change { $0.trim = trim } }
  }

  /// Finishes and closes the file, even if finishing fails.
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

  func convert() throws(FrameFileError) {
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

  /// Writes packets at the start of the memory.
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
