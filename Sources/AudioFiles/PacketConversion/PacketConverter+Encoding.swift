package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// Encoding.
extension PacketConverter {
  /// What a call made.
  package struct Encoded: Equatable, Sendable {
    package var packets = EncodedPackets()
    /// Why no more packets.
    package var stop: FillResult.Stop?
    /// Whether the next packet has no room.
    package var isOutOfRoom = false
  }

  /// Whether the output is a codec's.
  package var isEncoding: Bool { encoding != nil }

  /// What the encoder is asked for.
  package var encoderSettings: EncoderSettings { encoding?.settings ?? EncoderSettings() }

  /// Changes what the encoder is asked for; a stream that has begun goes on.
  ///
  /// - Throws: ``CodecError`` where it refuses, `alreadyBegun` where a decoder of the stream could not follow; all is then as before.
  package func setEncoderSettings(_ settings: EncoderSettings) throws(CodecError) {
    guard encoding?.settings != settings else { return }
    try encoding?.change(to: settings)
    output = encoding?.encoder.format ?? output
    arrangement.output = encoderLayout ?? arrangement.output
  }

  /// Changes the rate at which the encoder works.
  ///
  /// - Parameter sampleRate: In hertz.
  /// - Throws: ``CodecError`` where it refuses; all is then as before.
  package func setEncoderRate(_ sampleRate: Double) throws(CodecError) {
    guard let settings = encoding?.settings else { return }
    var wanted = output
    wanted.sampleRate = sampleRate
    // A packet of Opus is so long in time, those of others as their rate has it.
    let frames = Double(output.framesPerPacket) * sampleRate / output.sampleRate
    wanted.framesPerPacket = output.formatID == .opus ? Int(frames.rounded()) : 0
    guard Self.canConvert(input.sampleRate, to: sampleRate) else { throw .unsupportedFormat }
    let encoder = try EncoderFactory.makeEncoder(format: wanted, settings)
    let pcm = input.isLinearPCM ? input : .interleavedFloats(like: input)
    guard let floats = FloatConversion(from: pcm, to: encoder.format) else {
      throw .unsupportedFormat
    }
    self.floats = floats
    encoding = EncodingState(encoder, settings)
    output = encoder.format
    reset()
  }

  /// Tells what the channels that go out are to be.
  ///
  /// An encoder with an order of its own keeps that, of those loudspeakers; where the layout names none, they are those of the input or
  /// the encoder's own choice.
  ///
  /// - Parameter layout: Of as many channels as go out.
  /// - Throws: ``CodecError`` where the encoder has not these loudspeakers, or where it has begun with others.
  package func setOutputLayout(_ layout: ChannelLayout) throws(CodecError) {
    guard let own = encoderLayout, let abilities = EncoderFactory.abilities(of: output.formatID)
    else { return arrangement.output = layout }
    guard layout.namesLoudspeakers else {
      isOutputLayoutAsked = false
      return setInputLayout(arrangement.input)
    }
    if try abilities.layout(output.channelCount, layout) != own {
      var settings = encoderSettings
      settings.channelLayout = layout
      try setEncoderSettings(settings)
    }
    isOutputLayoutAsked = true
  }

  /// Tells what the channels that come in are.
  ///
  /// An encoder that has not begun takes the same loudspeakers, where it has those and nothing else was asked for. Those that it has not
  /// are refused once there is something to encode, since until then they may be mixed or mapped.
  package func setInputLayout(_ layout: ChannelLayout?) {
    arrangement.input = layout
    guard let own = encoderLayout, !isOutputLayoutAsked, encoding?.frameCount == 0,
      let abilities = EncoderFactory.abilities(of: output.formatID),
      let best = try? abilities.layout(output.channelCount, layout), best != own
    else { return }
    var settings = encoderSettings
    settings.channelLayout = best
    try? setEncoderSettings(settings)
  }

  /// The order in which the encoder takes the channels, where it has one; `nil` where any will do.
  package var encoderLayout: ChannelLayout? { encoding?.encoder.channelLayout }

  /// The configuration that a decoder of the output needs.
  package var outputMagicCookie: [UInt8] { encoding?.encoder.magicCookie ?? [] }

  /// Bits a second that the encoder makes; 0 where that cannot be chosen.
  package var bitRate: Int { encoding?.encoder.bitRate ?? 0 }

  /// Bytes that no packet of the output exceeds.
  package var maximumOutputPacketSize: Int {
    encoding?.encoder.maximumPacketSize ?? output.bytesPerPacket
  }

  /// Frames at both ends of the packets made so far that are no part of the recording.
  package var encoderTrim: FrameTrim? {
    guard let encoding else { return nil }
    let priming = encoding.encoder.primingFrames
    return FrameTrim(
      primingFrames: priming, validFrames: UInt64(encoding.frameCount),
      remainderFrames: max(0, encoding.packetFrameCount - priming - encoding.frameCount))
  }

  /// Makes packets.
  ///
  /// Where the rate changes, as much of the input is taken as the packets have their share in, as ``fill(_:from:into:)`` does.
  ///
  /// - Parameters:
  ///   - limit: Packets at most.
  ///   - capacity: Bytes at most.
  ///   - source: Where packets come from.
  /// - Returns: The packets made; `channelsWithoutPlace` where channels are of loudspeakers that the encoder has not, and neither a map
  ///   nor a mixer tells what becomes of them.
  /// - Precondition: ``isEncoding``.
  package func encode(_ limit: Int, capacity: Int, from source: any PacketInput) -> Encoded {
    var result = Encoded()
    guard limit > 0, let encoder = encoding?.encoder else {
      return result
    }
    let isSingle = encoder.format.framesPerPacket == 1
    do throws(CodecError) {
      guard !isMisplaced else { throw .channelsWithoutPlace }
      result.stop = try encodeUntilReady(
        limit, portion: isSingle ? 4096 : encoder.framesPerCall, isSingle: isSingle, from: source)
    } catch {
      result.stop = .codec(error)
    }
    if let packets = encoding?.packets.take(limit, capacity: capacity) { result.packets = packets }
    let count = result.packets.packets.count
    if count == limit { result.stop = nil }
    if count < limit, encoding?.packets.packets.isEmpty == false {
      result.stop = nil
      result.isOutOfRoom = true
    }
    return result
  }

  private func encodeUntilReady(
    _ limit: Int, portion: Int, isSingle: Bool, from source: any PacketInput
  ) throws(CodecError) -> FillResult.Stop? {
    let rate = floats.rate
    let waiting = encoding?.packets.packets.count ?? 0
    if input.sampleRate != output.sampleRate, waiting < limit {
      rate.ask(for: (limit - waiting) * portion)
    }
    defer { rate.forgetMissing() }
    while let missing = encoding.map({ limit - $0.packets.packets.count }) {
      guard missing > 0 else {
        guard rate.missingFrames > 0, !floats.isFinished else { return nil }
        if let stop = advance(0, from: source) { return stop }
        continue
      }
      let wanted = isSingle ? min(missing, portion) : portion
      let isInteger = canEncodeIntegers
      keepsIntegers = isInteger
      if !isInteger, integers.readyCount > 0 { try feedIntegersAsFloats() }
      let readyCount = isInteger ? integers.readyCount / output.channelCount : rate.readyCount
      if isInteger, readyCount >= wanted || (floats.isFinished && readyCount > 0) {
        try encodeIntegers(min(wanted, readyCount) * output.channelCount)
      } else if rate.readyCount >= wanted || (floats.isFinished && rate.readyCount > 0) {
        let count = min(wanted, rate.readyCount)
        let width = output.channelCount
        let range = rate.firstReady * width..<(rate.firstReady + count) * width
        let ready = rate.ready
        try encoding?.encode(ready.span.extracting(range))
        rate.take(count)
      } else if floats.isFinished {
        guard encoding?.isFinished == false else { return .end }
        try encoding?.finish()
      } else if let stop = advance(wanted - readyCount, from: source) {
        return stop
      }
    }
    return nil
  }

  private func encodeIntegers(_ count: Int) throws(CodecError) {
    let ready = integers.ready
    let first = integers.firstReady
    try encoding?.encode(ready.span.extracting(first..<first + count))
    integers.take(count)
  }

  /// Has what was read as whole numbers go the way of all else.
  private func feedIntegersAsFloats() throws(CodecError) {
    let samples = integers.takeReadyFloats()
    do throws(RateError) {
      try floats.rate.feed(samples.span)
    } catch {
      throw CodecError(error)
    }
  }
}

extension PacketConverter {
  /// Converts whole packets of one frame each, apart from the stream that ``fill(_:from:into:)`` makes.
  ///
  /// - Parameters:
  ///   - frameCount: Packets to convert.
  ///   - source: Where they are, one after the other; nothing is pulled.
  ///   - destination: Room for as many frames.
  /// - Returns: Why it could not be done, or `nil`.
  /// - Precondition: ``convertsFrameByFrame``.
  package func convert(
    _ frameCount: Int, from source: any SampleInput, into destination: any SampleOutput
  ) -> FillResult.Stop? {
    precondition(convertsFrameByFrame, "packets of one frame")
    guard let decoder = decoder?.decoder else {
      guard decoder == nil else { return .codec(.badConfiguration) }
      if mixer == nil, !losesBits, let samples {
        samples.convert(frameCount, from: source, at: 0, into: destination, at: 0)
        return nil
      }
      let reader = FloatReader(input)
      var all: [Float] = []
      let map = mixer == nil ? channelMap : (0..<input.channelCount).map { $0 }
      reader?.append(frameCount, from: source, at: 0, to: &all, map: map)
      return write(mixer?.mix(all) ?? all, into: destination)
    }
    var failure: CodecError?
    var all: [Float] = []
    source.read(0..<frameCount * input.bytesPerPacket, ofBuffer: 0) { packets in
      do throws(CodecError) {
        try decoder.decode(packets, into: &all)
      } catch {
        failure = error
      }
    }
    if let failure { return .codec(failure) }
    if mixer == nil, !losesBits, let samples {
      samples.convert(frameCount, from: all, at: 0, into: destination, at: 0)
      return nil
    }
    var mapped: [Float] = []
    Remapping.append(all.span, of: input.channelCount, by: channelMap, to: &mapped)
    return write(mixer?.mix(all) ?? mapped, into: destination)
  }

  /// Whether each frame in is a frame out, so that a buffer can be converted by itself.
  package var convertsFrameByFrame: Bool {
    input.framesPerPacket == 1 && output.framesPerPacket == 1
      && input.sampleRate == output.sampleRate && output.bytesPerPacket > 0
  }

  private func write(
    _ samples: [Float], into destination: any SampleOutput
  ) -> FillResult.Stop? {
    let frameCount = samples.count / output.channelCount
    guard let encoder = encoding?.encoder else {
      let writer = SampleConverter(from: .interleavedFloats(like: output), to: output)
      var samples = samples
      dither?.apply(&samples)
      writer?.convert(frameCount, from: samples, at: 0, into: destination, at: 0)
      return nil
    }
    var packets = EncodedPackets()
    do throws(CodecError) {
      try encoder.encode(samples.span, into: &packets)
    } catch {
      return .codec(error)
    }
    let bytes = packets.bytes
    destination.write(0..<bytes.count, ofBuffer: 0) { room in
      for index in bytes.indices { room[index] = bytes[index] }
    }
    return nil
  }
}
