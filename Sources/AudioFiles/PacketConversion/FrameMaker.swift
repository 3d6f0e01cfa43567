internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Makes frames of linear PCM from packets that it pulls from a source.
///
/// The steps are decoding, channel mapping, mixing, and rate conversion.
final class FrameMaker {
  let route: SampleRoute
  /// Decodes the packets, or `nil` if they are linear PCM.
  let decoding: PacketDecoding?

  /// Maximum frames of the stream at the input's rate, without the dropped leading frames.
  ///
  /// `nil` means no limit.
  var frameLimit: Int?
  private(set) var hasStarted = false
  private var hasEnded = false
  /// Frames made at the input's rate.
  private(set) var madeFrames = 0
  /// Packets of the last pull that have not been taken.
  private var packets = 0..<0

  init(_ route: SampleRoute, _ decoding: PacketDecoding?) {
    self.route = route
    self.decoding = decoding
  }

  /// Changes the frames to drop at the start and end of a compressed stream.
  func setTrim(_ trim: (leading: Int, trailing: Int)) {
    decoding?.trim = trim
    if !hasStarted { decoding?.dropLeadingFrames() }
  }

  /// Discards all packets and frames, for a new stream of the same format.
  func reset(_ settings: RateSettings, warmUpPackets: UInt64) {
    decoding?.reset(warmUpPackets: warmUpPackets)
    route.reset(settings)
    hasStarted = false
    hasEnded = false
    madeFrames = 0
    packets = 0..<0
  }

  /// Discards the unused packets of the last pull, which must then be pulled again.
  ///
  /// - Returns: The number of discarded packets.
  func returnPackets() -> Int {
    defer { packets = 0..<0 }
    return packets.count
  }

  /// Makes frames of linear PCM, as ``PacketConverter/fill(_:from:into:)`` states.
  func fill(
    _ frameCount: Int, from source: any PacketInput, into destination: any SampleOutput
  ) -> FillResult {
    let isDirect = route.isDirect
    route.keepsIntegers = isDirect
    if isDirect { return make(frameCount, from: source, into: destination) }
    let floats = route.floats
    let rate = floats.rate
    rate.ask(for: frameCount)
    var made = 0
    while true {
      made += floats.write(frameCount - made, into: destination, at: made, route.dither)
      var stop = resample(frameCount, from: source, into: destination, &made)
      if made == frameCount, rate.missingFrames == 0 {
        return FillResult(frameCount: made, stop: nil)
      }
      if stop == nil { stop = advance(frameCount - made, from: source) }
      if let stop {
        made += floats.write(frameCount - made, into: destination, at: made, route.dither)
        rate.forgetMissing()
        return FillResult(frameCount: made, stop: made == frameCount ? nil : stop)
      }
    }
  }

  /// Makes frames by rate conversion alone, while it can read directly from the client's memory.
  ///
  /// - Returns: Why no more frames can be made, or `nil`.
  private func resample(
    _ frameCount: Int, from source: any PacketInput, into destination: any SampleOutput,
    _ made: inout Int
  ) -> FillResult.Stop? {
    let floats = route.floats
    guard decoding == nil, route.mixer == nil, route.dither == nil, frameLimit == nil,
      floats.keepsLayout, route.channelMap.enumerated().allSatisfy({ $0 == $1 }), hasStarted,
      !hasEnded
    else { return nil }
    while made < frameCount {
      if packets.isEmpty {
        do throws(PullStop) {
          packets = 0..<(try source.pull(floats.inputFrames(for: frameCount - made)))
        } catch {
          return .input(error)
        }
        if packets.isEmpty {
          hasEnded = true
          return nil
        }
      }
      do throws(RateError) {
        // Read no more than necessary, because a surplus would accumulate before the filter.
        let count = min(packets.count, floats.inputFrames(for: frameCount - made))
        guard
          let done = try floats.convert(
            packets.prefix(count), from: source, upTo: frameCount - made, into: destination,
            at: made)
        else { return nil }
        packets = packets.lowerBound + done.taken..<packets.upperBound
        madeFrames += done.taken
        made += done.made
      } catch {
        return .codec(CodecError(error))
      }
    }
    return nil
  }

  /// Makes enough frames for an estimated `frameCount` frames at the other rate.
  ///
  /// - Returns: Why no more frames can be made, or `nil`.
  func advance(_ frameCount: Int, from source: any PacketInput) -> FillResult.Stop? {
    let floats = route.floats
    let wanted = floats.inputFrames(for: frameCount)
    if floats.isFinished { return .end }
    floats.begin()
    let result = make(wanted, from: source, into: nil)
    do throws(RateError) {
      try floats.absorb(route.mixer)
      if result.stop == .end {
        try floats.finish()
        return nil
      }
    } catch {
      return .codec(CodecError(error))
    }
    return result.stop
  }

  /// Makes frames at the input's rate.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames to make.
  ///   - source: The source of packets.
  ///   - destination: Memory for the frames in the output's layout, or `nil` to keep them for rate
  ///     conversion.
  /// - Returns: The frames made, and a reason if they are fewer than requested.
  private func make(
    _ frameCount: Int, from source: any PacketInput, into destination: (any SampleOutput)?
  ) -> FillResult {
    hasStarted = true
    var made = 0
    let requested = frameCount
    let frameCount = min(requested, frameLimit.map { max(0, $0 - madeFrames) } ?? requested)
    defer { madeFrames += made }
    while made < frameCount {
      if let decoding, !decoding.isInDoubt {
        made += decoding.take(upTo: frameCount - made, into: destination, at: made)
        if made == frameCount { break }
      }
      if packets.isEmpty {
        if let stop = pull(for: frameCount - made, from: source) {
          return FillResult(frameCount: made, stop: stop)
        }
        if packets.isEmpty { continue }
      }
      if let decoding {
        do throws(CodecError) {
          made += try decoding.decode(
            &packets, from: source, wanting: frameCount - made, into: destination, at: made)
        } catch {
          return FillResult(frameCount: made, stop: .codec(error))
        }
      } else {
        let count = min(packets.count, frameCount - made)
        read(count, from: source, into: destination, at: made)
        made += count
      }
    }
    return FillResult(frameCount: made, stop: made < requested ? .end : nil)
  }

  /// Pulls packets, and drains the decoder if no more packets follow.
  ///
  /// - Returns: Why no more frames can be made, or `nil`.
  private func pull(for frameCount: Int, from source: any PacketInput) -> FillResult.Stop? {
    if hasEnded { return decoding?.concludesDoubt() == true ? .codec(.badPacket) : .end }
    do throws(PullStop) {
      packets = 0..<(try source.pull(minimumPackets(for: frameCount)))
    } catch {
      return .input(error)
    }
    guard packets.isEmpty else { return nil }
    hasEnded = true
    do throws(CodecError) {
      try decoding?.drain()
    } catch {
      return .codec(error)
    }
    return nil
  }

  /// Reads frames of linear PCM.
  private func read(
    _ count: Int, from source: any PacketInput, into destination: (any SampleOutput)?,
    at frame: Int
  ) {
    if let destination, let samples = route.samples {
      samples.convert(count, from: source, at: packets.lowerBound, into: destination, at: frame)
    } else if route.keepsIntegers {
      route.integers.read(count, from: source, at: packets.lowerBound, map: route.channelMap)
    } else {
      route.floats.read(count, from: source, at: packets.lowerBound, map: route.readingMap)
    }
    packets = packets.lowerBound + count..<packets.upperBound
  }

  private func minimumPackets(for frameCount: Int) -> Int {
    let input = route.input
    guard input.framesPerPacket > 1 else { return input.framesPerPacket == 1 ? frameCount : 1 }
    return (frameCount - 1) / input.framesPerPacket + 1
  }
}
