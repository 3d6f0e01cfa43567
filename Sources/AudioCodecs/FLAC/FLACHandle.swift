#if FLAC
  import CFLAC

  /// Owns a decoder of libFLAC.
  @safe
  final class FLACHandle {
    /// What a packet was decoded to.
    struct Frame {
      /// Hertz.
      var sampleRate: Int
      var channelCount: Int
    }

    private let decoder: OpaquePointer

    /// Opens the library, if that has not been done, and makes a decoder.
    ///
    /// - Throws: ``CodecError`` where the library is missing or refuses the configuration.
    init(_ streamInfo: FLACStreamInfo) throws(CodecError) {
      var opened: OpaquePointer?
      let status = unsafe streamInfo.bytes.withUnsafeBufferPointer { bytes -> Int in
        guard let block = bytes.baseAddress else { return OCAFLACBadConfiguration }
        // Safe: the block has its 34 bytes, and is copied.
        return unsafe Int(OCAFLACOpen(block, &opened))
      }
      guard status == OCAFLACDone, let opened = unsafe opened else {
        throw status == OCAFLACLibraryMissing ? .libraryMissing : .badConfiguration
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCAFLACClose(decoder)
    }

    /// Decodes one whole frame, and adds its samples, interleaved.
    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) -> Frame {
      var frame = unsafe OCAFLACFrame()
      let status = unsafe packet.withUnsafeBufferPointer { packet -> Int in
        guard let bytes = packet.baseAddress else { return OCAFLACBadFrame }
        // Safe: the packet is as long as said, and is not kept.
        return unsafe Int(OCAFLACDecode(decoder, bytes, packet.count, &frame))
      }
      guard status == OCAFLACDone else { throw .badPacket }
      // Safe: the decoder has so many samples until its next call.
      unsafe samples.append(
        contentsOf: UnsafeBufferPointer(
          start: frame.samples, count: Int(frame.frameCount) * Int(frame.channelCount)))
      return unsafe Frame(
        sampleRate: Int(frame.sampleRate), channelCount: Int(frame.channelCount))
    }
  }
#endif
