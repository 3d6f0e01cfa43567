internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

/// The object that an `AudioConverterRef` refers to.
///
/// Unchecked: only one thread at a time may use a converter, as on Apple's systems. It holds no
/// lock, because its callback may call back into it.
final class AudioConverterObject: @unchecked Sendable {
  static let all = HandleTable<AudioConverterObject>()

  let converter: PacketConverter
  private let input: AudioConverterInput
  /// The client's input for one call, reused because allocation is slower than a short conversion.
  private let lent: AudioConverterInput
  private let output = AudioConverterOutput()
  private var isFilling = false
  /// Whether packets are frames, cached because the query is slower than a short conversion.
  var convertsFrameByFrame: Bool
  private let inputBufferCount: Int
  private let outputBufferCount: Int
  private let inputWidth: Int
  private let outputWidth: Int
  /// Whether the output goes to a file, which fixes its sample rate.
  let isOfFile: Bool
  /// The conversion for render threads, if possible.
  let realtime: RealtimeConversion?

  convenience init(
    _ source: AudioStreamBasicDescription, _ destination: AudioStreamBasicDescription
  ) throws(StatusError) {
    do throws(CodecError) {
      self.init(
        try PacketConverter(from: StreamFormat(source), to: StreamFormat(destination)))
    } catch {
      throw StatusError(error == .badConfiguration ? .unsupportedFormat : error)
    }
  }

  /// Creates an object for a converter that may also be in use elsewhere.
  init(_ converter: PacketConverter, isOfFile: Bool = false) {
    self.converter = converter
    self.isOfFile = isOfFile
    realtime = RealtimeConversion(converter.input, converter.output)
    let format = converter.input
    let output = converter.output
    let isSeparate = format.hasSeparateChannels
    let bufferCount = isSeparate ? format.channelCount : 1
    convertsFrameByFrame = converter.convertsFrameByFrame
    inputBufferCount = bufferCount
    outputBufferCount = output.hasSeparateChannels ? output.channelCount : 1
    inputWidth = format.bytesPerPacket
    outputWidth = output.bytesPerPacket
    func makeInput() -> AudioConverterInput {
      AudioConverterInput(
        bufferCount: bufferCount, channelsPerBuffer: isSeparate ? 1 : format.channelCount,
        bytesPerPacket: format.bytesPerPacket, packetSizeUpperBound: format.packetSizeUpperBound)
    }
    input = makeInput()
    lent = makeInput()
  }

  /// Finds the object for a reference.
  static func find(_ reference: AudioConverterRef) throws(StatusError) -> AudioConverterObject {
    guard let object = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return object
  }

  func reset() {
    converter.reset()
    input.forget()
    realtime?.reset()
  }

  /// Applies the properties to the conversion for render threads.
  func configureRealtime() {
    realtime?.isApplicable = converter.mixer == nil && !converter.losesBits
    realtime?.setChannelMap(converter.channelMap)
  }

  /// Discards the input that the client's callback provided.
  func forgetInput() {
    input.forget()
  }

  /// Produces frames until the client's buffers are full or its callback has no more.
  ///
  /// - Parameters:
  ///   - list: The client's buffers. On return, with the number of bytes written.
  ///   - packetCount: The capacity in packets. On return, the number of packets written.
  ///   - descriptions: On return, a description of each encoded packet. May be null.
  ///   - proc: The client's callback.
  ///   - userData: A pointer passed to the callback.
  ///   - reference: The converter passed to the callback.
  /// - Throws: The unchanged status of the client's callback, or the reason for another failure.
  ///   Earlier output stays valid.
  func fill(
    _ list: UnsafeMutableAudioBufferListPointer, _ packetCount: UnsafeMutablePointer<UInt32>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    asking proc: AudioConverterComplexInputDataProc, _ userData: UnsafeMutableRawPointer?,
    for reference: AudioConverterRef
  ) throws(StatusError) {
    guard !isFilling else { throw StatusError(kAudioConverterErr_OperationNotSupported) }
    if converter.isEncoding {
      return try unsafe encode(list, packetCount, descriptions) { (limit, capacity) in
        unsafe input.asking(proc, userData, for: reference) {
          converter.encode(limit, capacity: capacity, from: input)
        }
      }
    }
    let format = converter.output
    let frameCount = unsafe Int(packetCount.pointee)
    isFilling = true
    defer {
      isFilling = false
      output.forget()
    }
    // If the buffers are too small, the call produces no frames.
    unsafe packetCount.pointee = 0
    try unsafe takeRoom(list, for: frameCount)
    let result = unsafe input.asking(proc, userData, for: reference) {
      converter.fill(frameCount, from: input, into: output)
    }
    unsafe packetCount.pointee = UInt32(result.frameCount)
    for index in unsafe list.indices {
      unsafe list[index].mDataByteSize = UInt32(result.frameCount * format.bytesPerFrame)
    }
    if let error = StatusError(result.stop) { throw error }
  }

  /// Produces encoded packets.
  private func encode(
    _ list: UnsafeMutableAudioBufferListPointer, _ packetCount: UnsafeMutablePointer<UInt32>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ body: (Int, Int) -> EncodeResult
  ) throws(StatusError) {
    let limit = unsafe Int(packetCount.pointee)
    guard unsafe list.count == 1 else { throw StatusError(kAudio_ParamError) }
    let buffer = unsafe list[0]
    guard let data = unsafe buffer.mData else { throw StatusError(kAudio_ParamError) }
    isFilling = true
    defer { isFilling = false }
    let result = unsafe body(limit, Int(buffer.mDataByteSize))
    let made = result.packets
    // Safe: the client provides as many bytes as it states, and the packets were chosen to fit.
    unsafe made.bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: data, count: bytes.count).copyMemory(from: bytes)
    }
    // Packets of constant size need no descriptions, but a client that provides room may read them.
    if let descriptions = unsafe descriptions {
      let framesVary = converter.output.framesPerPacket == 0
      for (index, packet) in made.packets.enumerated() {
        unsafe descriptions[index] = AudioStreamPacketDescription(packet, framesVary: framesVary)
      }
    }
    unsafe list[0].mDataByteSize = UInt32(made.bytes.count)
    unsafe packetCount.pointee = UInt32(made.packets.count)
    if let error = StatusError(result.stop) { throw error }
    if result.isOutOfRoom, made.packets.isEmpty {
      throw StatusError(kAudioConverterErr_InvalidOutputSize)
    }
  }

  /// Converts frames of buffer lists, each independently of the others.
  func convert(
    _ frameCount: Int, _ source: UnsafeMutableAudioBufferListPointer,
    into destination: UnsafeMutableAudioBufferListPointer
  ) throws(StatusError) {
    guard !isFilling, convertsFrameByFrame else {
      throw StatusError(kAudioConverterErr_OperationNotSupported)
    }
    guard unsafe source.count == inputBufferCount else { throw StatusError(kAudio_ParamError) }
    if let path = converter.directPath {
      try unsafe convert(frameCount, source, into: destination, by: path)
    } else {
      defer {
        lent.forget()
        output.forget()
      }
      for index in unsafe source.indices {
        unsafe lent.give(try bytes(of: source[index], frameCount))
      }
      try unsafe takeRoom(destination, for: frameCount)
      if let error = StatusError(converter.convert(frameCount, from: lent, into: output)) {
        throw error
      }
    }
    for index in unsafe destination.indices {
      unsafe destination[index].mDataByteSize = UInt32(frameCount * outputWidth)
    }
  }

  /// Converts frames in one step, to avoid overhead that would exceed a short conversion.
  private func convert(
    _ frameCount: Int, _ source: UnsafeMutableAudioBufferListPointer,
    into destination: UnsafeMutableAudioBufferListPointer, by path: DirectPath
  ) throws(StatusError) {
    guard unsafe destination.count == outputBufferCount else {
      throw StatusError(kAudio_ParamError)
    }
    let (input, output) = (inputBufferCount - 1, outputBufferCount - 1)
    try unsafe Self.convert(
      (bytes(of: source[0], frameCount), bytes(of: source[input], frameCount)),
      into: (room(in: destination[0], frameCount), room(in: destination[output], frameCount)),
      by: path)
  }

  /// Converts frames of one or two buffers in one step; a single buffer is passed twice.
  private static func convert(
    _ frames: (UnsafeRawBufferPointer, UnsafeRawBufferPointer),
    into rooms: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer), by path: DirectPath
  ) {
    // Safe: the client provides as many bytes as it states, during the call. A path with one buffer
    // uses only the first.
    var first = unsafe MutableSpan<UInt8>(_unsafeBytes: rooms.0)
    var second = unsafe MutableSpan<UInt8>(_unsafeBytes: rooms.1)
    unsafe path.convert(
      Span<UInt8>(_unsafeBytes: frames.0), Span<UInt8>(_unsafeBytes: frames.1), into: &first,
      &second)
  }

  /// Converts a buffer of packets with one frame each.
  ///
  /// - Returns: The number of bytes written.
  func convert(
    _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(StatusError) -> Int {
    let source = converter.input
    let destination = converter.output
    guard !isFilling, convertsFrameByFrame,
      !source.hasSeparateChannels || source.channelCount == 1,
      !destination.hasSeparateChannels || destination.channelCount == 1
    else { throw StatusError(kAudioConverterErr_OperationNotSupported) }
    guard bytes.count.isMultiple(of: source.bytesPerPacket) else {
      throw StatusError(kAudioConverterErr_InvalidInputSize)
    }
    let frameCount = bytes.count / source.bytesPerPacket
    let byteCount = frameCount * destination.bytesPerPacket
    guard byteCount <= room.count else {
      throw StatusError(kAudioConverterErr_InvalidOutputSize)
    }
    if let path = converter.directPath {
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<byteCount])
      unsafe Self.convert((bytes, bytes), into: (room, room), by: path)
      return byteCount
    }
    defer {
      lent.forget()
      output.forget()
    }
    unsafe lent.give(bytes)
    unsafe output.take(room)
    if let error = StatusError(converter.convert(frameCount, from: lent, into: output)) {
      throw error
    }
    return byteCount
  }

  /// Sets the client's buffers as the output, after checking their sizes.
  private func takeRoom(
    _ list: UnsafeMutableAudioBufferListPointer, for frameCount: Int
  ) throws(StatusError) {
    guard unsafe list.count == outputBufferCount else { throw StatusError(kAudio_ParamError) }
    for index in unsafe list.indices { unsafe output.take(try room(in: list[index], frameCount)) }
  }

  /// The client's input frames, after checking the size.
  private func bytes(
    of buffer: AudioBuffer, _ frameCount: Int
  ) throws(StatusError) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      try memory(of: buffer, frameCount * inputWidth, else: kAudioConverterErr_InvalidInputSize))
  }

  /// The client's room for a number of frames, after checking the size.
  private func room(
    in buffer: AudioBuffer, _ frameCount: Int
  ) throws(StatusError) -> UnsafeMutableRawBufferPointer {
    try unsafe memory(
      of: buffer, frameCount * outputWidth, else: kAudioConverterErr_InvalidOutputSize)
  }

  /// The memory of a buffer; throws the status if it has fewer bytes.
  private func memory(
    of buffer: AudioBuffer, _ byteCount: Int, else status: OSStatus
  ) throws(StatusError) -> UnsafeMutableRawBufferPointer {
    guard unsafe Int(buffer.mDataByteSize) >= byteCount else { throw StatusError(status) }
    guard unsafe buffer.mData != nil || byteCount == 0 else { throw StatusError(kAudio_ParamError) }
    // Safe: the client provides as many bytes as it states.
    return unsafe UnsafeMutableRawBufferPointer(start: buffer.mData, count: byteCount)
  }
}

extension StreamFormat {
  /// Whether the channels are noninterleaved.
  var hasSeparateChannels: Bool { isLinearPCM && pcmFlags.contains(.nonInterleaved) }
}
