internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Converts whole one-frame packets, independently of the stream of a converter.
struct FrameByFrameConversion {
  let route: SampleRoute
  let decoder: DecoderHolder?
  let encoder: (any PacketEncoder)?

  /// Converts whole packets.
  ///
  /// - Parameters:
  ///   - frameCount: The number of packets to convert.
  ///   - source: The contiguous packets. The call does not pull.
  ///   - destination: Memory for `frameCount` frames.
  /// - Returns: Why the conversion failed, or `nil`.
  func convert(
    _ frameCount: Int, from source: any SampleInput, into destination: any SampleOutput
  ) -> FillResult.Stop? {
    let (input, mixer) = (route.input, route.mixer)
    guard let decoder = decoder?.decoder else {
      guard decoder == nil else { return .codec(.badConfiguration) }
      if mixer == nil, !route.losesBits, let samples = route.samples {
        samples.convert(frameCount, from: source, at: 0, into: destination, at: 0)
        return nil
      }
      let reader = FloatReader(input)
      var all: [Float] = []
      reader?.append(frameCount, from: source, at: 0, to: &all, map: route.readingMap)
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
    if mixer == nil, !route.losesBits, let samples = route.samples {
      samples.convert(frameCount, from: all, at: 0, into: destination, at: 0)
      return nil
    }
    var mapped: [Float] = []
    Remapping.append(all.span, of: input.channelCount, by: route.channelMap, to: &mapped)
    return write(mixer?.mix(all) ?? mapped, into: destination)
  }

  private func write(
    _ samples: [Float], into destination: any SampleOutput
  ) -> FillResult.Stop? {
    let output = route.output
    let frameCount = samples.count / output.channelCount
    guard let encoder else {
      let writer = SampleConverter(from: .interleavedFloats(like: output), to: output)
      var samples = samples
      route.dither?.apply(&samples)
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
