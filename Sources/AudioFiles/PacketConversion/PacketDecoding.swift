internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Decodes the packets of a compressed stream to frames at the input's rate.
///
/// Drops frames according to the trim, and replaces damaged packets by silence.
final class PacketDecoding {
  let holder: DecoderHolder
  let route: SampleRoute
  let input: StreamFormat
  let integers: IntegerConversion

  /// Frames to drop at the start and end of the stream.
  var trim = (leading: 0, trailing: 0)
  var framesToDrop = 0
  /// Packets at the start of the stream that only prepare the decoder, and are not decoded yet.
  private var remainingWarmUp: UInt64 = 0
  private var doubt = FormatDoubt()
  /// Whether the last packet could not be decoded; then the decoder restarts.
  private var isRecovering = false
  /// Frames by which lossless packets were shorter than stated.
  ///
  /// They count as trailing frames to drop.
  var shortFrames = 0
  /// Decoded frames, interleaved.
  ///
  /// Those before ``firstDecodedFrame`` have been used.
  var decoded: [Float] = []
  var firstDecodedFrame = 0

  init(_ holder: DecoderHolder, _ route: SampleRoute) {
    self.holder = holder
    self.route = route
    input = route.input
    integers = route.integers
  }

  /// Drops the leading frames of the trim from the next frame on.
  func dropLeadingFrames() { framesToDrop = trim.leading }

  /// Discards all frames, for a new stream of the same format.
  ///
  /// - Parameter warmUpPackets: Packets that only prepare the decoder.
  func reset(warmUpPackets: UInt64) {
    holder.decoder?.reset()
    doubt = FormatDoubt()
    isRecovering = false
    dropLeadingFrames()
    remainingWarmUp = warmUpPackets
    shortFrames = 0
    decoded.removeAll(keepingCapacity: true)
    firstDecodedFrame = 0
  }

  /// Decodes the frames that the decoder still holds at the end of the stream.
  func drain() throws(CodecError) {
    try holder.decoder?.drain(into: &decoded)
  }

  /// The decoder, if its samples are used as integers.
  private var integerDecoder: (any IntegerPacketDecoder)? {
    route.keepsIntegers && (route.isEncoding || integers.writesIntegers)
      ? holder.integerDecoder : nil
  }

  /// Number of consumed frames after which the rest moves to the front.
  static let usedFramesKept = 16384

  /// Decodes the next packet.
  ///
  /// If packets are single frames, decodes as many as requested.
  ///
  /// - Parameters:
  ///   - packets: The packets of the last pull. On return, without the decoded ones.
  ///   - source: The source of the packets.
  ///   - frameCount: The number of requested frames.
  ///   - destination: Memory for the frames, or `nil` if the decoder does not write there directly.
  ///   - frame: The number of frames already in `destination`.
  /// - Returns: Frames written directly to the destination, before all buffered frames.
  /// - Throws: ``CodecError`` if the packet can neither be decoded nor replaced by silence.
  func decode(
    _ packets: inout Range<Int>, from source: any PacketInput, wanting frameCount: Int,
    into destination: (any SampleOutput)?, at frame: Int
  ) throws(CodecError) -> Int {
    guard let decoder = holder.decoder else { throw .badConfiguration }
    if remainingWarmUp > 0 {
      try warmUp(decoder, &packets, from: source)
      return 0
    }
    let packet = nextPacket(&packets, of: source, wanting: frameCount)
    if decoded.isEmpty, let decoder = integerDecoder {
      let room = PlaneRoom(
        integers.planes, destination, frameCount, at: frame, dropping: framesToDrop)
      return try decodeIntegers(by: decoder, packet, from: source, into: room)
    }
    let room = PlaneRoom(
      route.planes, destination, frameCount, at: frame, dropping: framesToDrop)
    return try decodeFloats(by: decoder, packet, from: source, into: room)
  }

  /// A packet to decode, or several packets of one frame.
  private struct Packet {
    /// The index of the first packet in the last pull.
    let index: Int
    /// The position of the bytes in buffer 0.
    let bytes: Range<Int>
    /// The stated number of frames.
    let frameCount: Int
  }

  /// Decodes a packet to floats.
  ///
  /// - Returns: The number of frames written directly to the destination.
  private func decodeFloats(
    by decoder: any PacketDecoder, _ packet: Packet, from source: any PacketInput,
    into room: PlaneRoom
  ) throws(CodecError) -> Int {
    var room = room
    if !integers.decoded.isEmpty { decoded = integers.takeDecodedFloats() }
    let start = decoded.count
    let canLend = room.isOneStep && decoded.isEmpty && !isRecovering && trim.trailing == 0
    var failure: CodecError?
    source.read(packet.bytes, ofBuffer: 0) { bytes in
      do throws(CodecError) {
        if canLend, let decoder = holder.planarDecoder {
          try decoder.decode(bytes, into: &decoded, lending: { room.take($0, $1) })
        } else {
          try decoder.decode(bytes, into: &decoded)
        }
      } catch {
        failure = error
      }
    }
    if let failure {
      // Later output overwrites the frames that were written directly.
      decoded.removeLast(decoded.count - start)
      guard failure == .badPacket else { throw failure }
      source.packetWasRefused(packet.index)
      decoded.append(zeros: min(packet.frameCount, Self.usedFramesKept) * input.channelCount)
      isRecovering = true
      return try settleDoubt(failure)
    }
    if isRecovering { fillGap(from: start, packet.frameCount) }
    noteShort((decoded.count - start) / input.channelCount)
    isRecovering = false
    doubt.settle()
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
  /// A packet that fails does not count as damaged, because it may depend on earlier packets.
  private func warmUp(
    _ decoder: any PacketDecoder, _ packets: inout Range<Int>, from source: any PacketInput
  ) throws(CodecError) {
    let first = packets.lowerBound
    let packet = nextPacket(&packets, of: source, wanting: Int(clamping: remainingWarmUp))
    remainingWarmUp -= min(UInt64(packets.lowerBound - first), remainingWarmUp)
    var failure: CodecError?
    source.read(packet.bytes, ofBuffer: 0) { bytes in
      do throws(CodecError) {
        try decoder.decode(bytes, into: &decoded)
      } catch {
        failure = error
      }
    }
    decoded.removeAll(keepingCapacity: true)
    if let failure, failure != .badPacket { throw failure }
    isRecovering = failure != nil
    if failure == nil { doubt.settle() }
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
  private func nextPacket(
    _ packets: inout Range<Int>, of source: any PacketInput, wanting frameCount: Int
  ) -> Packet {
    let index = packets.lowerBound
    guard input.bytesPerPacket > 0 else {
      packets = index + 1..<packets.upperBound
      let packet = source.packet(index)
      holder.countedDecoder?.statedFrameCount = packet.frameCount
      return Packet(
        index: index, bytes: packet.bytes,
        frameCount: input.framesPerPacket > 0 ? input.framesPerPacket : packet.frameCount)
    }
    let isFrame = input.framesPerPacket == 1
    let count = isFrame ? min(packets.count, max(frameCount, 1), Self.usedFramesKept) : 1
    packets = index + count..<packets.upperBound
    return Packet(
      index: index, bytes: index * input.bytesPerPacket..<(index + count) * input.bytesPerPacket,
      frameCount: isFrame ? count : input.framesPerPacket)
  }

  /// Decodes a packet to integers.
  ///
  /// - Returns: The number of frames written directly to the destination.
  private func decodeIntegers(
    by decoder: any IntegerPacketDecoder, _ packet: Packet, from source: any PacketInput,
    into room: PlaneRoom
  ) throws(CodecError) -> Int {
    var room = room
    let before = integers.decoded.count
    let canLend = room.isOneStep && integers.decoded.isEmpty && trim.trailing == 0
    var failure: CodecError?
    source.read(packet.bytes, ofBuffer: 0) { bytes in
      do throws(CodecError) {
        if canLend {
          try decoder.decode(bytes, into: &integers.decoded, lending: { room.take($0, $1) })
        } else {
          try decoder.decode(bytes, into: &integers.decoded)
        }
      } catch {
        failure = error
      }
    }
    guard let failure else {
      noteShort((integers.decoded.count - before) / input.channelCount)
      doubt.settle()
      framesToDrop -= room.dropped
      return room.written
    }
    guard failure == .badPacket else { throw failure }
    source.packetWasRefused(packet.index)
    // Later output overwrites the frames that were written directly.
    integers.decoded.append(zeros: min(packet.frameCount, Self.usedFramesKept) * input.channelCount)
    return try settleDoubt(failure)
  }

  /// Whether all packets so far have failed, but too few for a conclusion.
  ///
  /// Their silence is withheld meanwhile.
  var isInDoubt: Bool { doubt.isOpen }

  /// Records a failed packet.
  ///
  /// - Returns: 0, the number of frames written.
  /// - Throws: The failure, if no packet was decoded and the limit is reached.
  private func settleDoubt(_ failure: CodecError) throws(CodecError) -> Int {
    let silence = (decoded.count + integers.decoded.count) / input.channelCount
    if doubt.concludes(afterRefusalWithSilence: silence) { throw failure }
    return 0
  }

  /// Concludes at the end of the stream that its format is wrong, if no packet was decoded.
  ///
  /// - Returns: Whether that is the case.
  func concludesDoubt() -> Bool { doubt.conclude() }
}
