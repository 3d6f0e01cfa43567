#if FLAC
  import AudioModel
  import AudioProcessing
  import AudioSyntax

  /// Decodes FLAC frames with libFLAC, which verifies each frame's checksum.
  ///
  /// Frames are independent. A rejected frame has no effect, and the decoder does not buffer
  /// frames.
  final class FLACDecoder: IntegerPacketDecoder {
    private(set) var sampleRate: Double
    private(set) var channelCount: Int
    var bitDepth: Int { streamInfo.bitDepth }
    private let streamInfo: FLACStreamInfo
    private var handle: FLACHandle?

    /// Maximum frames and channels of one packet.
    ///
    /// Source: RFC 9639, 9.1.2 and 9.1.3.
    private static let (mostFrames, mostChannels) = (65_535, 8)

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      streamInfo = try FLACStreamInfo(magicCookie: cookie)
      sampleRate = format.sampleRate
      channelCount = format.channelCount
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      try append(to: &samples) { handle, room throws(CodecError) in
        try handle.decode(packet, into: &room)
      }
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Int32]) throws(CodecError) {
      try decode(packet, into: &samples) { _, _ in 0 }
    }

    func decode(
      _ packet: Span<UInt8>, into samples: inout [Int32],
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) {
      var expected: FLACHandle.Frame?
      if samples.isEmpty, let rate = Int(exactly: sampleRate) {
        expected = FLACHandle.Frame(
          sampleRate: rate, channelCount: channelCount, bitDepth: bitDepth)
      }
      try append(to: &samples) { handle, room throws(CodecError) in
        try handle.decode(packet, into: &room, of: expected, lending: take)
      }
    }

    private func append<Sample>(
      to samples: inout [Sample],
      _ decode: (FLACHandle, inout OutputSpan<Sample>) throws(CodecError) -> FLACHandle.Frame
    ) throws(CodecError) {
      let handle = try openHandle()
      let start = samples.count
      do throws(CodecError) {
        try samples.append(addingCapacity: mostSamples) { room throws(CodecError) in
          try check(try decode(handle, &room))
        }
      } catch {
        samples.removeSubrange(start...)
        throw error
      }
    }

    func drain(into samples: inout [Float]) {}

    func reset() {}

    /// Samples of the longest packet.
    ///
    /// Reserved memory costs nothing until it is written.
    private var mostSamples: Int {
      let channels = channelCount > 0 ? min(channelCount, Self.mostChannels) : Self.mostChannels
      return Self.mostFrames * channels
    }

    /// Verifies that a frame belongs to this stream.
    private func check(_ frame: FLACHandle.Frame) throws(CodecError) {
      if sampleRate == 0 { sampleRate = Double(frame.sampleRate) }
      if channelCount == 0 { channelCount = frame.channelCount }
      guard Double(frame.sampleRate) == sampleRate, frame.channelCount == channelCount else {
        throw .badPacket
      }
    }

    private func openHandle() throws(CodecError) -> FLACHandle {
      if let handle { return handle }
      let opened = try FLACHandle(streamInfo)
      handle = opened
      return opened
    }
  }
#endif
