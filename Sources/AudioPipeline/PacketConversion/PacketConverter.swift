package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// Turns the packets of a stream into linear PCM of the same rate, as many frames at a time as asked.
///
/// Packets are pulled when there is need, and read where they lie; those left over are taken up by
/// the next call. Used by one thread at a time.
///
/// A packet that cannot be decoded gives silence of its length, so that what follows stays in
/// time. It is an error only while nothing has been decoded: then the stream is likely not what the
/// format says.
package final class PacketConverter {
  package let input: StreamFormat
  package let output: StreamFormat
  /// The codec's configuration, as it was given.
  package private(set) var magicCookie: [UInt8] = []

  /// Frames to drop at the start and at the end of the stream, where it is compressed.
  package var trim = (leading: 0, trailing: 0) {
    didSet { if !hasStarted { framesToDrop = trim.leading } }
  }

  fileprivate var decoder: (any PacketDecoder)?
  fileprivate let samples: SampleConverter
  private var state = State.flowing
  private var hasStarted = false
  private var hasDecoded = false
  private var framesToDrop = 0
  /// Packets of the last pull that have not been taken.
  private var packets = 0..<0
  /// Decoded frames, interleaved, of which those before ``firstDecodedFrame`` have been used.
  private var decoded: [Float] = []
  private var firstDecodedFrame = 0

  private enum State {
    case flowing
    case ended
  }

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - source: What goes in; what the codec tells by itself may be left out.
  ///   - destination: What comes out. A rate of 0 is the source's.
  /// - Throws: ``CodecError/unsupportedFormat`` where there is no way from the one to the other.
  package init(from source: StreamFormat, to destination: StreamFormat) throws(CodecError) {
    let input = source.completed
    var output = destination.completed
    if output.sampleRate == 0 { output.sampleRate = input.sampleRate }
    guard input.sampleRate > 0, input.sampleRate.isFinite, input.sampleRate == output.sampleRate,
      (1...Self.maximumChannelCount).contains(input.channelCount),
      (1...Self.maximumChannelCount).contains(output.channelCount)
    else { throw .unsupportedFormat }
    self.input = input
    self.output = output
    decoder = input.isLinearPCM ? nil : try DecoderFactory.makeDecoder(format: input)
    let pcm = input.isLinearPCM ? input : Self.decodedFormat(input)
    guard let samples = SampleConverter(from: pcm, to: output) else { throw .unsupportedFormat }
    self.samples = samples
  }

  /// Channels that a frame may have at most, so that working memory stays bounded.
  private static let maximumChannelCount = 256

  /// What decoders give.
  private static func decodedFormat(_ input: StreamFormat) -> StreamFormat {
    StreamFormat(
      sampleRate: input.sampleRate, formatID: .linearPCM,
      formatFlags: StreamFormat.PCMFlags([.float, .packed]).rawValue,
      bytesPerPacket: 4 * input.channelCount, framesPerPacket: 1,
      bytesPerFrame: 4 * input.channelCount, channelCount: input.channelCount, bitsPerChannel: 32)
  }

  /// Gives the decoder its configuration, and forgets all packets.
  ///
  /// - Throws: ``CodecError`` where the decoder refuses it; the old one then stays.
  package func setMagicCookie(_ cookie: [UInt8]) throws(CodecError) {
    decoder = try DecoderFactory.makeDecoder(format: input, magicCookie: cookie)
    magicCookie = cookie
    reset()
  }

  /// For each channel out, the channel in, or `nil` for silence.
  ///
  /// - Precondition: As many as channels out, each a channel in.
  package var channelMap: [Int?] {
    get { samples.channelMap }
    set { samples.channelMap = newValue }
  }

  /// Forgets all packets, for a new stream of the same format.
  package func reset() {
    decoder?.reset()
    state = .flowing
    hasStarted = false
    hasDecoded = false
    framesToDrop = trim.leading
    packets = 0..<0
    decoded.removeAll(keepingCapacity: true)
    firstDecodedFrame = 0
  }

  /// Makes frames.
  ///
  /// - Parameters:
  ///   - frameCount: Frames to make.
  ///   - source: Where packets come from; the same one until all packets of a pull are taken.
  ///   - destination: Room for as many frames.
  /// - Returns: The frames made, which are fewer only for a reason.
  package func fill(
    _ frameCount: Int, from source: any PacketInput, into destination: any SampleOutput
  ) -> FillResult {
    hasStarted = true
    var made = 0
    while made < frameCount {
      if decoder != nil {
        made += takeDecoded(upTo: frameCount - made, into: destination, at: made)
        if made == frameCount { break }
      }
      if packets.isEmpty {
        if state == .ended { return FillResult(frameCount: made, stop: .end) }
        do throws(PullStop) {
          packets = 0..<(try source.pull(minimumPackets(for: frameCount - made)))
        } catch {
          return FillResult(frameCount: made, stop: .input(error))
        }
        if packets.isEmpty {
          state = .ended
          do throws(CodecError) {
            try decoder?.drain(into: &decoded)
          } catch {
            return FillResult(frameCount: made, stop: .codec(error))
          }
          continue
        }
      }
      if let decoder {
        do throws(CodecError) {
          try decode(by: decoder, from: source, wanting: frameCount - made)
        } catch {
          return FillResult(frameCount: made, stop: .codec(error))
        }
      } else {
        let count = min(packets.count, frameCount - made)
        samples.convert(
          count, from: source, at: packets.lowerBound, into: destination, at: made)
        packets = packets.lowerBound + count..<packets.upperBound
        made += count
      }
    }
    return FillResult(frameCount: made, stop: nil)
  }

  private func minimumPackets(for frameCount: Int) -> Int {
    guard input.framesPerPacket > 1 else { return input.framesPerPacket == 1 ? frameCount : 1 }
    return (frameCount - 1) / input.framesPerPacket + 1
  }

  /// Writes decoded frames, and drops those that the trim says.
  ///
  /// - Returns: The frames written.
  private func takeDecoded(
    upTo frameCount: Int, into destination: any SampleOutput, at frame: Int
  ) -> Int {
    var available = decoded.count / input.channelCount - firstDecodedFrame
    let dropped = min(framesToDrop, available)
    framesToDrop -= dropped
    firstDecodedFrame += dropped
    available = max(0, available - dropped - trim.trailing)
    let count = min(frameCount, available)
    if count > 0 {
      samples.convert(count, from: decoded, at: firstDecodedFrame, into: destination, at: frame)
      firstDecodedFrame += count
    }
    // What the end keeps back is never used once the stream has ended.
    let used = firstDecodedFrame * input.channelCount
    if used == decoded.count {
      decoded.removeAll(keepingCapacity: true)
      firstDecodedFrame = 0
    } else if firstDecodedFrame >= Self.usedFramesKept {
      decoded.removeFirst(used)
      firstDecodedFrame = 0
    }
    return count
  }

  /// Used frames after which the rest is moved to the front.
  private static let usedFramesKept = 16384

  /// Decodes the next packet, or where packets are single frames as many as are wanted.
  private func decode(
    by decoder: any PacketDecoder, from source: any PacketInput, wanting frameCount: Int
  ) throws(CodecError) {
    let index = packets.lowerBound
    let bytes: Range<Int>
    var frames = input.framesPerPacket
    var count = 1
    if input.bytesPerPacket > 0 {
      if input.framesPerPacket == 1 {
        count = min(packets.count, max(frameCount, 1), Self.usedFramesKept)
        frames = count
      }
      bytes = index * input.bytesPerPacket..<(index + count) * input.bytesPerPacket
    } else {
      let packet = source.packet(index)
      bytes = packet.bytes
      if frames == 0 { frames = packet.frameCount }
    }
    packets = index + count..<packets.upperBound
    let start = decoded.count
    var failure: CodecError?
    source.read(bytes, ofBuffer: 0) { packet in
      do throws(CodecError) {
        try decoder.decode(packet, into: &decoded)
      } catch {
        failure = error
      }
    }
    if let failure {
      decoded.removeLast(decoded.count - start)
      guard failure == .badPacket else { throw failure }
      let silence = min(frames, Self.usedFramesKept) * input.channelCount
      decoded.append(contentsOf: repeatElement(0, count: silence))
      if !hasDecoded { throw failure }
    } else {
      hasDecoded = true
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
  package func convert(
    _ frameCount: Int, from source: any SampleInput, into destination: any SampleOutput
  ) -> FillResult.Stop? {
    precondition(input.framesPerPacket == 1, "packets of one frame")
    guard let decoder else {
      samples.convert(frameCount, from: source, at: 0, into: destination, at: 0)
      return nil
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
    samples.convert(frameCount, from: all, at: 0, into: destination, at: 0)
    return nil
  }
}
