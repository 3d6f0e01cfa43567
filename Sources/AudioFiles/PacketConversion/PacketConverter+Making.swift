internal import AudioCodecs
internal import AudioModel
package import AudioProcessing

/// Making frames of linear PCM.
extension PacketConverter {
  /// Makes frames of linear PCM.
  ///
  /// If the rate changes, the call takes the input that corresponds to the frames, even if
  /// converted frames are already available. The surplus remains for the next call.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames to make.
  ///   - source: The source of packets. It must not change until all packets of a pull are taken.
  ///   - destination: Memory for `frameCount` frames.
  /// - Returns: The frames made, and a reason if they are fewer than requested.
  /// - Precondition: The output is linear PCM.
  package func fill(
    _ frameCount: Int, from source: any PacketInput, into destination: any SampleOutput
  ) -> FillResult {
    keepsIntegers = isDirect
    if isDirect { return make(frameCount, from: source, into: destination) }
    let rate = floats.rate
    rate.ask(for: frameCount)
    var made = 0
    while true {
      made += floats.write(frameCount - made, into: destination, at: made, dither)
      var stop = resample(frameCount, from: source, into: destination, &made)
      if made == frameCount, rate.missingFrames == 0 {
        return FillResult(frameCount: made, stop: nil)
      }
      if stop == nil { stop = advance(frameCount - made, from: source) }
      if let stop {
        made += floats.write(frameCount - made, into: destination, at: made, dither)
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
    guard decoder == nil, mixer == nil, dither == nil, frameLimit == nil, floats.keepsLayout,
      channelMap.enumerated().allSatisfy({ $0 == $1 }), hasStarted, state == .flowing
    else { return nil }
    while made < frameCount {
      if packets.isEmpty {
        do throws(PullStop) {
          packets = 0..<(try source.pull(floats.inputFrames(for: frameCount - made)))
        } catch {
          return .input(error)
        }
        if packets.isEmpty {
          state = .ended
          return nil
        }
      }
      do throws(RateError) {
        // A surplus would accumulate before the filter.
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
    let wanted = floats.inputFrames(for: frameCount)
    if floats.isFinished { return .end }
    floats.begin()
    let result = make(wanted, from: source, into: nil)
    do throws(RateError) {
      try floats.absorb(mixer)
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
  ///   - destination: Memory for the frames in the output's layout, or `nil` for ``floats``.
  /// - Returns: The frames made, and a reason if they are fewer than requested.
  private func make(
    _ frameCount: Int, from source: any PacketInput, into destination: (any SampleOutput)?
  ) -> FillResult {
    hasStarted = true
    var made = 0
    let wish = frameCount
    let frameCount = min(wish, frameLimit.map { max(0, $0 - madeFrames) } ?? wish)
    defer { madeFrames += made }
    while made < frameCount {
      if decoder != nil, !isInDoubt {
        made += takeDecoded(upTo: frameCount - made, into: destination, at: made)
        if made == frameCount { break }
      }
      if packets.isEmpty {
        if let stop = pull(for: frameCount - made, from: source) {
          return FillResult(frameCount: made, stop: stop)
        }
        if packets.isEmpty { continue }
      }
      if let decoder {
        do throws(CodecError) {
          guard let decoder = decoder.decoder else { throw .badConfiguration }
          made += try decode(
            by: decoder, from: source, wanting: frameCount - made, into: destination, at: made)
        } catch {
          return FillResult(frameCount: made, stop: .codec(error))
        }
      } else {
        let count = min(packets.count, frameCount - made)
        read(count, from: source, into: destination, at: made)
        made += count
      }
    }
    return FillResult(frameCount: made, stop: made < wish ? .end : nil)
  }

  /// Pulls packets, and drains the decoder if no more packets follow.
  ///
  /// - Returns: Why no more frames can be made, or `nil`.
  private func pull(for frameCount: Int, from source: any PacketInput) -> FillResult.Stop? {
    if state == .ended {
      guard isInDoubt else { return .end }
      refusedAtStart = Self.refusedPacketsInDoubt
      return .codec(.badPacket)
    }
    do throws(PullStop) {
      packets = 0..<(try source.pull(minimumPackets(for: frameCount)))
    } catch {
      return .input(error)
    }
    guard packets.isEmpty else { return nil }
    state = .ended
    do throws(CodecError) {
      try decoder?.decoder?.drain(into: &decoded)
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
    if let destination, let samples {
      samples.convert(count, from: source, at: packets.lowerBound, into: destination, at: frame)
    } else if keepsIntegers {
      integers.read(count, from: source, at: packets.lowerBound, map: channelMap)
    } else {
      floats.read(count, from: source, at: packets.lowerBound, map: readingMap)
    }
    packets = packets.lowerBound + count..<packets.upperBound
  }

  /// The channels to read.
  ///
  /// If a mixer follows, these are all input channels.
  var readingMap: [Int?] {
    mixer == nil ? channelMap : (0..<input.channelCount).map { $0 }
  }

  private func minimumPackets(for frameCount: Int) -> Int {
    guard input.framesPerPacket > 1 else { return input.framesPerPacket == 1 ? frameCount : 1 }
    return (frameCount - 1) / input.framesPerPacket + 1
  }
}
