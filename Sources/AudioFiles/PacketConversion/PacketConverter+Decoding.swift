internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Decoding.
extension PacketConverter {
  /// Writes decoded frames, and drops frames according to the trim.
  ///
  /// - Returns: The number of frames written.
  func takeDecoded(
    upTo frameCount: Int, into destination: (any SampleOutput)?, at frame: Int
  ) -> Int {
    // Previously decoded integers take the same path as the following samples.
    if !keepsIntegers, !integers.decoded.isEmpty { decoded = integers.takeDecodedFloats() }
    let isInteger = !integers.decoded.isEmpty
    let sampleCount = isInteger ? integers.decoded.count : decoded.count
    var available = sampleCount / input.channelCount - firstDecodedFrame
    let dropped = min(framesToDrop, available)
    framesToDrop -= dropped
    firstDecodedFrame += dropped
    available = max(0, available - dropped - max(0, trim.trailing - shortFrames))
    let count = min(frameCount, available)
    if count > 0 {
      if isInteger {
        take(count, into: destination, at: frame)
      } else if let destination, let samples {
        samples.convert(count, from: decoded, at: firstDecodedFrame, into: destination, at: frame)
      } else {
        floats.read(count, from: decoded, at: firstDecodedFrame, map: readingMap)
      }
      firstDecodedFrame += count
    }
    // Frames trimmed at the end are never used after the stream has ended.
    let used = firstDecodedFrame * input.channelCount
    if used == sampleCount {
      decoded.removeAll(keepingCapacity: true)
      integers.decoded.removeAll(keepingCapacity: true)
      firstDecodedFrame = 0
    } else if firstDecodedFrame >= Self.usedFramesKept {
      if isInteger { integers.decoded.removeFirst(used) } else { decoded.removeFirst(used) }
      firstDecodedFrame = 0
    }
    return count
  }

  /// Writes decoded integers, or passes them to the encoder.
  private func take(_ count: Int, into destination: (any SampleOutput)?, at frame: Int) {
    if let destination, let decoder = decoder?.integerDecoder {
      integers.writeDecoded(
        count, at: firstDecodedFrame, bitDepth: decoder.bitDepth, into: destination, at: frame)
    } else {
      integers.readDecoded(count, at: firstDecodedFrame, map: channelMap)
    }
  }

  /// Number of consumed frames after which the rest moves to the front.
  private static let usedFramesKept = 16384

  /// Decodes the next packet.
  ///
  /// If packets are single frames, decodes as many as requested.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of this stream.
  ///   - source: The source of the packet.
  ///   - frameCount: The number of requested frames.
  ///   - destination: Memory for the frames, or `nil` if the decoder does not write there directly.
  ///   - frame: The number of frames already in `destination`.
  /// - Returns: Frames written directly to the destination, before all buffered frames.
  /// - Throws: ``CodecError`` if the packet can neither be decoded nor replaced by silence.
  func decode(
    by decoder: any PacketDecoder, from source: any PacketInput, wanting frameCount: Int,
    into destination: (any SampleOutput)?, at frame: Int
  ) throws(CodecError) -> Int {
    if remainingWarmUp > 0 {
      try warmUp(decoder, from: source)
      return 0
    }
    let index = packets.lowerBound
    let (bytes, frames) = nextPacket(of: source, wanting: frameCount)
    if decoded.isEmpty, let decoder = integerDecoder {
      let room = PlaneRoom(
        integers.planes, destination, frameCount, at: frame, dropping: framesToDrop)
      return try decodeIntegers(by: decoder, index, bytes, from: source, frames, into: room)
    }
    let room = PlaneRoom(planes, destination, frameCount, at: frame, dropping: framesToDrop)
    return try decodeFloats(by: decoder, index, bytes, from: source, frames, into: room)
  }

  /// Decodes a packet to floats.
  ///
  /// - Returns: The number of frames written directly to the destination.
  private func decodeFloats(
    by decoder: any PacketDecoder, _ index: Int, _ bytes: Range<Int>,
    from source: any PacketInput, _ frames: Int, into room: PlaneRoom
  ) throws(CodecError) -> Int {
    var room = room
    if !integers.decoded.isEmpty { decoded = integers.takeDecodedFloats() }
    let start = decoded.count
    let canLend = room.isOneStep && decoded.isEmpty && !isRecovering && trim.trailing == 0
    var failure: CodecError?
    source.read(bytes, ofBuffer: 0) { packet in
      do throws(CodecError) {
        if canLend, let decoder = self.decoder?.planarDecoder {
          try decoder.decode(packet, into: &decoded, lending: { room.take($0, $1) })
        } else {
          try decoder.decode(packet, into: &decoded)
        }
      } catch {
        failure = error
      }
    }
    if let failure {
      // Later output overwrites the frames that were written directly.
      decoded.removeLast(decoded.count - start)
      guard failure == .badPacket else { throw failure }
      source.packetWasRefused(index)
      decoded.append(zeros: min(frames, Self.usedFramesKept) * input.channelCount)
      isRecovering = true
      return try settleDoubt(failure)
    }
    if isRecovering { fillGap(from: start, frames) }
    noteShort((decoded.count - start) / input.channelCount)
    isRecovering = false
    hasDecoded = true
    framesToDrop -= room.dropped
    return room.written
  }

  /// Inserts silence before the frames of a packet that has too few.
  ///
  /// A starting decoder may output too few frames, which would shift all later ones. A decoder of
  /// Apple Lossless does not, and its last packet is short.
  private func fillGap(from start: Int, _ frames: Int) {
    let missing = frames - (decoded.count - start) / input.channelCount
    guard input.formatID != .appleLossless, missing > 0, missing <= Self.usedFramesKept else {
      return
    }
    decoded.insert(
      contentsOf: [Float](repeating: 0, count: missing * input.channelCount), at: start)
  }

  /// Decodes the next packet only to prepare the decoder.
  ///
  /// A packet that fails is not damaged, because it may depend on earlier packets.
  private func warmUp(
    _ decoder: any PacketDecoder, from source: any PacketInput
  ) throws(CodecError) {
    let first = packets.lowerBound
    let (bytes, _) = nextPacket(of: source, wanting: Int(clamping: remainingWarmUp))
    remainingWarmUp -= min(UInt64(packets.lowerBound - first), remainingWarmUp)
    var failure: CodecError?
    source.read(bytes, ofBuffer: 0) { packet in
      do throws(CodecError) {
        try decoder.decode(packet, into: &decoded)
      } catch {
        failure = error
      }
    }
    decoded.removeAll(keepingCapacity: true)
    if let failure, failure != .badPacket { throw failure }
    isRecovering = failure != nil
    if failure == nil { hasDecoded = true }
  }

  /// Records the frame count of a packet.
  ///
  /// The last packet of Apple Lossless and FLAC may have fewer frames than the format states.
  private func noteShort(_ count: Int) {
    guard trim.trailing > 0, input.formatID == .appleLossless || input.formatID == .flac else {
      return
    }
    let usual = input.completedByHabit.framesPerPacket
    if !isRecovering || input.formatID == .appleLossless { shortFrames += max(0, usual - count) }
  }

  /// Takes the next packet, or as many single-frame packets as requested.
  ///
  /// - Returns: The position of its bytes, and its stated number of frames.
  private func nextPacket(
    of source: any PacketInput, wanting frameCount: Int
  ) -> (bytes: Range<Int>, frames: Int) {
    let index = packets.lowerBound
    guard input.bytesPerPacket > 0 else {
      packets = index + 1..<packets.upperBound
      let packet = source.packet(index)
      decoder?.countedDecoder?.statedFrameCount = packet.frameCount
      return (packet.bytes, input.framesPerPacket > 0 ? input.framesPerPacket : packet.frameCount)
    }
    let isFrame = input.framesPerPacket == 1
    let count = isFrame ? min(packets.count, max(frameCount, 1), Self.usedFramesKept) : 1
    packets = index + count..<packets.upperBound
    return (
      index * input.bytesPerPacket..<(index + count) * input.bytesPerPacket,
      isFrame ? count : input.framesPerPacket
    )
  }

  /// Decodes a packet to integers.
  ///
  /// - Returns: The number of frames written directly to the destination.
  private func decodeIntegers(
    by decoder: any IntegerPacketDecoder, _ index: Int, _ bytes: Range<Int>,
    from source: any PacketInput, _ frames: Int, into room: PlaneRoom
  ) throws(CodecError) -> Int {
    var room = room
    let before = integers.decoded.count
    let canLend = room.isOneStep && integers.decoded.isEmpty && trim.trailing == 0
    var failure: CodecError?
    source.read(bytes, ofBuffer: 0) { packet in
      do throws(CodecError) {
        if canLend {
          try decoder.decode(packet, into: &integers.decoded, lending: { room.take($0, $1) })
        } else {
          try decoder.decode(packet, into: &integers.decoded)
        }
      } catch {
        failure = error
      }
    }
    guard let failure else {
      noteShort((integers.decoded.count - before) / input.channelCount)
      hasDecoded = true
      framesToDrop -= room.dropped
      return room.written
    }
    guard failure == .badPacket else { throw failure }
    source.packetWasRefused(index)
    // Later output overwrites the frames that were written directly.
    integers.decoded.append(zeros: min(frames, Self.usedFramesKept) * input.channelCount)
    return try settleDoubt(failure)
  }

  /// Failed packets at the start of a stream after which its format is considered wrong.
  static let refusedPacketsInDoubt = 16

  /// Whether all packets so far have failed, but too few for a conclusion.
  ///
  /// Their silence is withheld meanwhile.
  var isInDoubt: Bool {
    !hasDecoded && (1..<Self.refusedPacketsInDoubt).contains(refusedAtStart)
  }

  /// Records a failed packet.
  ///
  /// - Returns: 0, the number of frames written.
  /// - Throws: The failure, if no packet was decoded and the limit is reached.
  private func settleDoubt(_ failure: CodecError) throws(CodecError) -> Int {
    guard !hasDecoded else { return 0 }
    refusedAtStart += 1
    let silence = (decoded.count + integers.decoded.count) / input.channelCount
    if silence >= Self.usedFramesKept { refusedAtStart = Self.refusedPacketsInDoubt }
    if !isInDoubt { throw failure }
    return 0
  }
}
