#if LibAV
  import CLibAV

  /// Owns a decoder of libavcodec.
  @safe
  final class LibAVHandle {
    /// What one packet was decoded to.
    struct Frame {
      var frameCount: Int
      var channelCount: Int
      /// Hertz.
      var sampleRate: Int
      /// The speakers, a bit each in channel order, as in `WAVEFORMATEXTENSIBLE`; 0 if unknown.
      var speakers: UInt64
    }

    private let decoder: OpaquePointer

    /// Opens the libraries, if that has not been done, and makes a decoder.
    ///
    /// - Parameters:
    ///   - codec: FFmpeg's name of it.
    ///   - configuration: The codec's own configuration, empty where it needs none.
    ///   - sampleRate: Hertz.
    ///   - channelCount: Channels of each frame.
    /// - Throws: ``CodecError`` where a library is missing or refuses the configuration.
    init(
      codec: String, configuration: [UInt8], sampleRate: Int, channelCount: Int
    ) throws(CodecError) {
      var opened: OpaquePointer?
      // Safe: the function copies the name and the bytes, which are as many as said.
      let status = unsafe configuration.withUnsafeBufferPointer { bytes -> Int in
        unsafe Int(
          OCALibAVOpen(
            codec, bytes.baseAddress, bytes.count, Int32(clamping: sampleRate),
            Int32(clamping: channelCount),
            &opened))
      }
      guard status == OCALibAVDone, let opened = unsafe opened else {
        throw status == OCALibAVBadConfiguration ? .badConfiguration : .libraryMissing
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCALibAVClose(decoder)
    }

    /// Decodes one packet, whose samples then wait; `nil` where it gives none.
    func decode(_ packet: Span<UInt8>) throws(CodecError) -> Frame? {
      var frame = OCALibAVFrame()
      let status = unsafe packet.withUnsafeBufferPointer { packet -> Int in
        guard let bytes = packet.baseAddress else { return OCALibAVBadPacket }
        // Safe: the packet is as long as said, and is copied.
        return unsafe Int(OCALibAVDecode(decoder, bytes, packet.count, &frame))
      }
      return try Self.frame(frame, status)
    }

    /// Gives some of what the decoder holds back; `nil` where that is nothing.
    func drain() throws(CodecError) -> Frame? {
      var frame = OCALibAVFrame()
      // Safe: no packet has no bytes.
      let status = unsafe Int(OCALibAVDecode(decoder, nil, 0, &frame))
      return try Self.frame(frame, status)
    }

    private static func frame(
      _ frame: OCALibAVFrame, _ status: Int
    ) throws(CodecError) -> Frame? {
      if status == OCALibAVNothing { return nil }
      guard status == OCALibAVDone else { throw .badPacket }
      return Frame(
        frameCount: Int(frame.frameCount), channelCount: Int(frame.channelCount),
        sampleRate: Int(frame.sampleRate), speakers: frame.speakers)
    }

    /// Copies the waiting samples, interleaved, to the start of `samples`.
    ///
    /// - Parameters:
    ///   - frame: What ``decode(_:)`` returned last.
    ///   - sources: For each channel out, the channel of the frame that it takes.
    ///   - samples: Room for the frame.
    func copy(
      _ frame: Frame, sources: [Int32], into samples: inout MutableSpan<Float>
    ) {
      precondition(samples.count >= frame.frameCount * sources.count, "room for the frame")
      precondition(
        sources.allSatisfy { (0..<frame.channelCount).contains(Int($0)) }, "known channels")
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        unsafe sources.withUnsafeBufferPointer { sources in
          guard let room = samples.baseAddress, let map = sources.baseAddress else {
            return
          }
          // Safe: the preconditions say that there is room and that every channel exists.
          unsafe OCALibAVCopy(decoder, map, Int32(sources.count), room)
        }
      }
    }
  }
#endif
