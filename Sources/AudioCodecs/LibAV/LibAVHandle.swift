#if LibAV
  import AudioProcessing
  import CLibAV

  /// Owns a libavcodec decoder.
  @safe
  final class LibAVHandle {
    /// The properties of a decoded packet, or of a part of one.
    struct Frame {
      var frameCount: Int
      var channelCount: Int
      /// The rate in hertz.
      var sampleRate: Int
      /// The speakers as `WAVEFORMATEXTENSIBLE` bits, in channel order, or 0 if unknown.
      var speakers: UInt64
      /// Frames at the start that the codec excludes from the recording.
      var primingFrames: Int
    }

    private let decoder: OpaquePointer

    /// Loads the libraries if necessary, and creates a decoder.
    ///
    /// - Parameters:
    ///   - codec: The codec and its configuration.
    ///   - sampleRate: The rate in hertz.
    ///   - channelCount: Channels per frame.
    /// - Throws: ``CodecError`` if a library is missing or rejects the configuration.
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
      // Safe: `init` created the decoder, which is closed once.
      unsafe OCALibAVClose(decoder)
    }

    /// Sends one packet, whose frames can then be received.
    ///
    /// - Throws: ``CodecError`` if the decoder rejects the packet. It then yields no frames.
    func send(_ packet: Span<UInt8>) throws(CodecError) {
      let status = unsafe packet.withUnsafeBufferPointer { packet -> Int in
        guard let bytes = packet.baseAddress else { return OCALibAVBadPacket }
        // Safe: the packet has the stated size, and is copied.
        return unsafe Int(OCALibAVSend(decoder, bytes, packet.count))
      }
      guard status == OCALibAVDone else { throw .badPacket }
    }

    /// Signals the end of the packets.
    ///
    /// The buffered frames can then be received.
    func end() throws(CodecError) {
      // Safe: a missing packet has no bytes.
      guard unsafe Int(OCALibAVSend(decoder, nil, 0)) == OCALibAVDone else { throw .badPacket }
    }

    /// Decodes the next frame of the packet and keeps its samples.
    ///
    /// - Returns: The frame, or `nil` after the last one.
    /// - Throws: ``CodecError/badPacket`` if the decoder rejects the packet.
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

    /// Appends the current frame's interleaved samples, except those that `take` has taken.
    ///
    /// - Parameters:
    ///   - frame: The last result of ``receive()``.
    ///   - sources: For each output channel, its index among the channels of the frame.
    ///   - samples: Receives the rest.
    ///   - take: Receives the lent samples if `samples` is empty, as described for
    ///     ``PlanarPacketDecoder``.
    func append(
      _ frame: Frame, sources: [Int32], to samples: inout [Float],
      lending take: (any SampleInput, Int) -> Int
    ) {
      precondition(
        sources.allSatisfy { (0..<frame.channelCount).contains(Int($0)) }, "channel out of range")
      var taken = 0
      // Safe: only queries an address. All channels have the same layout.
      if samples.isEmpty, unsafe OCALibAVPlane(decoder, 0) != nil {
        lent = (sources, frame.frameCount)
        defer { lent = ([], 0) }
        taken = take(self, frame.frameCount)
        precondition(
          (0...frame.frameCount).contains(taken),
          "the recipient took more frames than the packet has")
      }
      let left = (frame.frameCount - taken) * sources.count
      guard left > 0 else { return }
      samples.append(addingCapacity: left) { room in
        unsafe room.withUnsafeMutableBufferPointer { room, count in
          precondition(room.count - count >= left, "the output has no room for the decoded frames")
          unsafe sources.withUnsafeBufferPointer { sources in
            guard let room = room.baseAddress, let map = sources.baseAddress else { return }
            // Safe: the preconditions ensure sufficient memory and valid channels.
            unsafe OCALibAVCopy(
              decoder, map, Int32(sources.count), Int32(taken), room + count)
          }
          count += left
        }
      }
    }

    /// The frame channel of each lent plane, and the frames of each.
    private var lent: (sources: [Int32], frameCount: Int) = ([], 0)
  }

  extension LibAVHandle: SampleInput {
    func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
      precondition(
        bytes.lowerBound >= 0 && bytes.upperBound <= 4 * lent.frameCount, "bytes beyond the packet")
      // Safe: the lender ensures that the channel exists and that its samples stay valid.
      guard let plane = unsafe OCALibAVPlane(decoder, lent.sources[buffer]) else {
        preconditionFailure("the output of the decoder is not planar Float32")
      }
      let all = unsafe UnsafeRawBufferPointer(start: plane, count: 4 * lent.frameCount)
      unsafe body(Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: all[bytes])))
    }
  }
#endif
