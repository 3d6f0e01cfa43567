package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// Encoding.
extension PacketConverter {
  /// The result of a call.
  package struct Encoded: Equatable, Sendable {
    package var packets = EncodedPackets()
    /// Why the call made no more packets.
    package var stop: FillResult.Stop?
    /// Whether the next packet does not fit.
    package var isOutOfRoom = false
  }

  /// Whether the output is encoded.
  package var isEncoding: Bool { encoding != nil }

  /// The encoder's settings.
  package var encoderSettings: EncoderSettings { encoding?.settings ?? EncoderSettings() }

  /// Changes the encoder's settings.
  ///
  /// A stream that has begun continues.
  ///
  /// - Throws: ``CodecError`` if the encoder rejects the settings. The error is `alreadyBegun` if a
  ///   decoder of the stream could not follow the change. Nothing has changed in that case.
  package func setEncoderSettings(_ settings: EncoderSettings) throws(CodecError) {
    guard encoding?.settings != settings else { return }
    try encoding?.change(to: settings)
    output = encoding?.encoder.format ?? output
    arrangement.output = encoderLayout ?? arrangement.output
  }

  /// Changes the encoder's sample rate.
  ///
  /// - Parameter sampleRate: The rate in hertz.
  /// - Throws: ``CodecError`` if the encoder rejects the rate. Nothing has changed in that case.
  package func setEncoderRate(_ sampleRate: Double) throws(CodecError) {
    guard let settings = encoding?.settings else { return }
    var wanted = output
    wanted.sampleRate = sampleRate
    // The packet duration of Opus is fixed. Other packet lengths depend on the rate.
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

  /// Sets the output's channel layout.
  ///
  /// An encoder with a fixed channel order uses that order for the same loudspeakers. If the layout
  /// names no loudspeakers, the encoder uses those of the input or its own choice.
  ///
  /// - Parameter layout: A layout with the output's channel count.
  /// - Throws: ``CodecError`` if the encoder does not support the loudspeakers, or has begun with
  ///   others.
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

  /// Sets the input's channel layout.
  ///
  /// An encoder that has not begun uses the same loudspeakers, if it supports them and no others
  /// were requested. Unsupported loudspeakers cause an error only on encoding, because a later
  /// mixer or map may replace them.
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

  /// The encoder's channel order, or `nil` if the encoder accepts any order.
  package var encoderLayout: ChannelLayout? { encoding?.encoder.channelLayout }

  /// The configuration that a decoder of the output needs.
  package var outputMagicCookie: [UInt8] { encoding?.encoder.magicCookie ?? [] }

  /// The encoder's bits per second, or 0 if the rate is not selectable.
  package var bitRate: Int { encoding?.encoder.bitRate ?? 0 }

  /// The maximum bytes of an output packet.
  package var maximumOutputPacketSize: Int {
    encoding?.encoder.maximumPacketSize ?? output.bytesPerPacket
  }

  /// Frames at both ends of the packets so far that are not part of the recording.
  package var encoderTrim: FrameTrim? {
    guard let encoding else { return nil }
    let priming = encoding.encoder.primingFrames
    return FrameTrim(
      primingFrames: priming, validFrames: UInt64(encoding.frameCount),
      remainderFrames: max(0, encoding.packetFrameCount - priming - encoding.frameCount))
  }

  /// Encodes packets.
  ///
  /// If the rate changes, the call takes the input that corresponds to the packets.
  /// ``fill(_:from:into:)`` does the same.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of packets.
  ///   - capacity: The maximum number of bytes.
  ///   - source: The source of input packets.
  /// - Returns: The encoded packets. The error is `channelsWithoutPlace` if some channels have
  ///   unsupported loudspeakers and no map or mixer assigns them.
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

  /// Converts buffered integers to Float32.
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
  /// Converts whole one-frame packets, independently of the stream of ``fill(_:from:into:)``.
  ///
  /// - Parameters:
  ///   - frameCount: The number of packets to convert.
  ///   - source: The contiguous packets. The call does not pull.
  ///   - destination: Memory for `frameCount` frames.
  /// - Returns: Why the conversion failed, or `nil`.
  /// - Precondition: ``convertsFrameByFrame``.
  package func convert(
    _ frameCount: Int, from source: any SampleInput, into destination: any SampleOutput
  ) -> FillResult.Stop? {
    precondition(convertsFrameByFrame, "packets must hold one frame")
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

  /// Whether each input frame becomes one output frame.
  ///
  /// If so, a buffer can be converted separately.
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
