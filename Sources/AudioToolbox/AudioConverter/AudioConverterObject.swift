internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

/// What is behind an `AudioConverterRef`.
///
/// Unchecked: a converter is for one thread at a time, as on Apple's systems, and holds no lock, since
/// its function may call back into it.
final class AudioConverterObject: @unchecked Sendable {
  static let all = HandleTable<AudioConverterObject>()

  let converter: PacketConverter
  private let input: AudioConverterInput
  /// What a client lends for a call; the objects stay, as their memory would take longer than converting a few frames.
  private let lent: AudioConverterInput
  private let output = AudioConverterOutput()
  private var isFilling = false
  /// What stays as it is where packets are frames; to ask the converter each time would take longer than to convert a few frames.
  var convertsFrameByFrame: Bool
  private let inputBufferCount: Int
  private let outputBufferCount: Int
  private let inputWidth: Int
  private let outputWidth: Int
  /// Whether what comes out goes to a file, whose sample rate stays as it is.
  let isOfFile: Bool
  /// What converts for a render thread, where that can be.
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

  /// Takes a converter that may be in use elsewhere.
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

  /// The object behind a reference.
  static func find(_ reference: AudioConverterRef) throws(StatusError) -> AudioConverterObject {
    guard let object = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return object
  }

  func reset() {
    converter.reset()
    input.forget()
    realtime?.reset()
  }

  /// Has the function for render threads do as the properties say.
  func configureRealtime() {
    realtime?.isApplicable = converter.mixer == nil && !converter.losesBits
    realtime?.setChannelMap(converter.channelMap)
  }

  /// Lets go of what the client's function gave.
  func forgetInput() {
    input.forget()
  }

  /// Makes frames until the client's buffers are full or its function has no more.
  ///
  /// - Parameters:
  ///   - list: The client's buffers, then the bytes in them.
  ///   - packetCount: Packets that fit, then those made.
  ///   - descriptions: Takes where each packet lies, where the output is a codec's; may be null.
  ///   - proc: The client's function.
  ///   - userData: Passed to it.
  ///   - reference: Passed to it, too.
  /// - Throws: The status of the client's function, word for word, or of what else stopped it. What
  ///   was made before is there all the same.
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
    // Nothing has been made where there is no room.
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

  /// Makes packets of a codec.
  private func encode(
    _ list: UnsafeMutableAudioBufferListPointer, _ packetCount: UnsafeMutablePointer<UInt32>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ body: (Int, Int) -> PacketConverter.Encoded
  ) throws(StatusError) {
    let limit = unsafe Int(packetCount.pointee)
    guard unsafe list.count == 1 else { throw StatusError(kAudio_ParamError) }
    let buffer = unsafe list[0]
    guard let data = unsafe buffer.mData else { throw StatusError(kAudio_ParamError) }
    isFilling = true
    defer { isFilling = false }
    let result = unsafe body(limit, Int(buffer.mDataByteSize))
    let made = result.packets
    // Safe: the client lends as much memory as it says, and the packets were chosen by it.
    unsafe made.bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: data, count: bytes.count).copyMemory(from: bytes)
    }
    // Packets of one size need none, but who gives room for them may read them.
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

  /// Converts frames of buffer lists, each frame by itself.
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

  /// Converts frames in one step, from where they lie to where they go: of a few frames, all else would take longer than the
  /// converting.
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

  /// Converts frames of one buffer or two in one step; a single buffer is given twice.
  private static func convert(
    _ frames: (UnsafeRawBufferPointer, UnsafeRawBufferPointer),
    into rooms: (UnsafeMutableRawBufferPointer, UnsafeMutableRawBufferPointer), by path: DirectPath
  ) {
    // Safe: the client lends as much memory as it says, for the length of the call, and a path with one buffer looks at one only.
    var first = unsafe MutableSpan<UInt8>(_unsafeBytes: rooms.0)
    var second = unsafe MutableSpan<UInt8>(_unsafeBytes: rooms.1)
    unsafe path.convert(
      Span<UInt8>(_unsafeBytes: frames.0), Span<UInt8>(_unsafeBytes: frames.1), into: &first,
      &second)
  }

  /// Converts a buffer of packets that are one frame each.
  ///
  /// - Returns: Bytes written.
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

  /// Has the output be the client's memory, which must be there and large enough.
  private func takeRoom(
    _ list: UnsafeMutableAudioBufferListPointer, for frameCount: Int
  ) throws(StatusError) {
    guard unsafe list.count == outputBufferCount else { throw StatusError(kAudio_ParamError) }
    for index in unsafe list.indices { unsafe output.take(try room(in: list[index], frameCount)) }
  }

  /// The client's frames, which must be as many.
  private func bytes(
    of buffer: AudioBuffer, _ frameCount: Int
  ) throws(StatusError) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      try memory(of: buffer, frameCount * inputWidth, else: kAudioConverterErr_InvalidInputSize))
  }

  /// The client's room for so many frames.
  private func room(
    in buffer: AudioBuffer, _ frameCount: Int
  ) throws(StatusError) -> UnsafeMutableRawBufferPointer {
    try unsafe memory(
      of: buffer, frameCount * outputWidth, else: kAudioConverterErr_InvalidOutputSize)
  }

  /// So many bytes of a buffer; throws the status where it has fewer.
  private func memory(
    of buffer: AudioBuffer, _ byteCount: Int, else status: OSStatus
  ) throws(StatusError) -> UnsafeMutableRawBufferPointer {
    guard unsafe Int(buffer.mDataByteSize) >= byteCount else { throw StatusError(status) }
    guard unsafe buffer.mData != nil || byteCount == 0 else { throw StatusError(kAudio_ParamError) }
    // Safe: the client lends as much memory as it says.
    return unsafe UnsafeMutableRawBufferPointer(start: buffer.mData, count: byteCount)
  }
}

extension StreamFormat {
  /// Whether each channel has a buffer of its own.
  var hasSeparateChannels: Bool { isLinearPCM && pcmFlags.contains(.nonInterleaved) }
}
