#if LibAV
  import CLibAV

  /// Owns a decoder of libavcodec.
  @safe
  final class LibAVHandle {
    /// What a packet, or a part of one, was decoded to.
    struct Frame {
      var frameCount: Int
      var channelCount: Int
      /// Hertz.
      var sampleRate: Int
      /// The speakers, a bit each in channel order, as in `WAVEFORMATEXTENSIBLE`; 0 if unknown.
      var speakers: UInt64
      /// Frames at the start that the codec says are none of the recording.
      var primingFrames: Int
    }

    private let decoder: OpaquePointer

    /// Opens the libraries, if that has not been done, and makes a decoder.
    ///
    /// - Parameters:
    ///   - codec: What is decoded, and what it is told.
    ///   - sampleRate: Hertz.
    ///   - channelCount: Channels of each frame.
    /// - Throws: ``CodecError`` where a library is missing or refuses the configuration.
    init(_ codec: LibAVCodec, sampleRate: Int, channelCount: Int) throws(CodecError) {
      var opened: OpaquePointer?
      // Safe: the name and the configuration live through the call, and are copied.
      let status = unsafe codec.name.withCString { name in
        unsafe codec.configuration.withUnsafeBufferPointer { bytes -> Int in
          var stream = unsafe OCALibAVStream(
            codec: name, configuration: bytes.baseAddress, configurationByteCount: bytes.count,
            sampleRate: Int32(clamping: sampleRate), channelCount: Int32(clamping: channelCount),
            bytesPerPacket: Int32(clamping: codec.blockByteCount), bitRate: Int64(codec.bitRate),
            bitsPerSample: Int32(clamping: codec.bitsPerSample))
          return unsafe Int(OCALibAVOpen(&stream, &opened))
        }
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

    /// Takes one packet, whose frames can then be received.
    ///
    /// - Throws: ``CodecError`` where the decoder refuses it, and then no frames of it come.
    func send(_ packet: Span<UInt8>) throws(CodecError) {
      let status = unsafe packet.withUnsafeBufferPointer { packet -> Int in
        guard let bytes = packet.baseAddress else { return OCALibAVBadPacket }
        // Safe: the packet is as long as said, and is copied.
        return unsafe Int(OCALibAVSend(decoder, bytes, packet.count))
      }
      guard status == OCALibAVDone else { throw .badPacket }
    }

    /// Tells that no more packets come; what the decoder holds back can then be received.
    func end() throws(CodecError) {
      // Safe: no packet has no bytes.
      guard unsafe Int(OCALibAVSend(decoder, nil, 0)) == OCALibAVDone else { throw .badPacket }
    }

    /// Decodes the next frame of the packet, whose samples then wait; `nil` behind the last.
    func receive() throws(CodecError) -> Frame? {
      var frame = OCALibAVFrame()
      // Safe: the function writes a frame's description.
      let status = unsafe Int(OCALibAVReceive(decoder, &frame))
      if status == OCALibAVNothing { return nil }
      guard status == OCALibAVDone else { throw .badPacket }
      return Frame(
        frameCount: Int(frame.frameCount), channelCount: Int(frame.channelCount),
        sampleRate: Int(frame.sampleRate), speakers: frame.speakers,
        primingFrames: Int(frame.primingFrames))
    }

    /// Copies the waiting samples, interleaved, to the start of `samples`.
    ///
    /// - Parameters:
    ///   - frame: What ``receive()`` returned last.
    ///   - sources: For each channel out, the channel of the frame that it takes.
    ///   - samples: Room for the frame.
    func copy(
      _ frame: Frame, sources: [Int32], into samples: inout MutableSpan<Float>
    ) {
      unsafe samples.withUnsafeMutableBufferPointer { room in
        // Safe: the room lives through the call.
        unsafe copy(frame, sources, to: room)
      }
    }

    /// Appends the waiting samples, interleaved.
    ///
    /// - Parameters: As of ``copy(_:sources:into:)``.
    func append(
      _ frame: Frame, sources: [Int32], to samples: inout OutputSpan<Float>
    ) {
      unsafe samples.withUnsafeMutableBufferPointer { room, count in
        // Safe: the room lives through the call, which writes as many samples as are counted.
        unsafe copy(frame, sources, to: UnsafeMutableBufferPointer(rebasing: room[count...]))
        count += frame.frameCount * sources.count
      }
    }

    private func copy(
      _ frame: Frame, _ sources: [Int32], to room: UnsafeMutableBufferPointer<Float>
    ) {
      precondition(room.count >= frame.frameCount * sources.count, "room for the frame")
      precondition(
        sources.allSatisfy { (0..<frame.channelCount).contains(Int($0)) }, "known channels")
      unsafe sources.withUnsafeBufferPointer { sources in
        guard let room = room.baseAddress, let map = sources.baseAddress else { return }
        // Safe: the preconditions say that there is room and that every channel exists.
        unsafe OCALibAVCopy(decoder, map, Int32(sources.count), room)
      }
    }
  }
#endif
