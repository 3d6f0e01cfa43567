#if FLAC
  import AudioModel

  /// Turns FLAC frames into Float32 by libFLAC, which checks each frame's checksum.
  ///
  /// Every frame stands for itself: one that is refused leaves no trace, and nothing is held back.
  final class FLACDecoder: PacketDecoder {
    private(set) var sampleRate: Double
    private(set) var channelCount: Int
    private let streamInfo: FLACStreamInfo
    private var handle: FLACHandle?

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      streamInfo = try FLACStreamInfo(magicCookie: cookie)
      sampleRate = format.sampleRate
      channelCount = format.channelCount
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      let handle = try openHandle()
      let start = samples.count
      let frame = try handle.decode(packet, into: &samples)
      if sampleRate == 0 { sampleRate = Double(frame.sampleRate) }
      if channelCount == 0 { channelCount = frame.channelCount }
      guard Double(frame.sampleRate) == sampleRate, frame.channelCount == channelCount else {
        samples.removeSubrange(start...)
        throw .badPacket
      }
    }

    func drain(into samples: inout [Float]) {}

    func reset() {}

    private func openHandle() throws(CodecError) -> FLACHandle {
      if let handle { return handle }
      let opened = try FLACHandle(streamInfo)
      handle = opened
      return opened
    }
  }
#endif
