#if LibAV
  import AudioProcessing
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

    /// Appends the waiting samples, interleaved, but for those that are taken where they lie.
    ///
    /// - Parameters:
    ///   - frame: What ``receive()`` returned last.
    ///   - sources: For each channel out, the channel of the frame that it takes.
    ///   - samples: Takes what is left.
    ///   - take: Is lent the samples, as ``PlanarPacketDecoder`` tells, where `samples` is empty.
    func append(
      _ frame: Frame, sources: [Int32], to samples: inout [Float],
      lending take: (any SampleInput, Int) -> Int
    ) {
      precondition(
        sources.allSatisfy { (0..<frame.channelCount).contains(Int($0)) }, "known channels")
      var taken = 0
      // Safe: only asks for an address; all channels are of one form.
      if samples.isEmpty, unsafe OCALibAVPlane(decoder, 0) != nil {
        lent = (sources, frame.frameCount)
        defer { lent = ([], 0) }
        taken = take(self, frame.frameCount)
        precondition((0...frame.frameCount).contains(taken), "of the frames that were lent")
      }
      let left = (frame.frameCount - taken) * sources.count
      guard left > 0 else { return }
      samples.append(addingCapacity: left) { room in
        unsafe room.withUnsafeMutableBufferPointer { room, count in
          precondition(room.count - count >= left, "room for the frame")
          unsafe sources.withUnsafeBufferPointer { sources in
            guard let room = room.baseAddress, let map = sources.baseAddress else { return }
            // Safe: the preconditions say that there is room and that every channel exists.
            unsafe OCALibAVCopy(
              decoder, map, Int32(sources.count), Int32(taken), room + count)
          }
          count += left
        }
      }
    }

    /// For each plane that is lent, the channel of the frame, and the frames of each.
    private var lent: (sources: [Int32], frameCount: Int) = ([], 0)
  }

  extension LibAVHandle: SampleInput {
    func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
      precondition(
        bytes.lowerBound >= 0 && bytes.upperBound <= 4 * lent.frameCount, "samples that are lent")
      // Safe: whoever lends knows that the channel exists, and the samples lie there until it returns.
      guard let plane = unsafe OCALibAVPlane(decoder, lent.sources[buffer]) else {
        preconditionFailure("planes of another form are not lent")
      }
      let all = unsafe UnsafeRawBufferPointer(start: plane, count: 4 * lent.frameCount)
      unsafe body(Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: all[bytes])))
    }
  }
#endif
