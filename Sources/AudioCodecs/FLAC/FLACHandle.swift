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

    /// Decodes one whole frame, and appends its samples, interleaved, full scale ±1.
    ///
    /// - Throws: ``CodecError/badPacket`` where the library refuses it, or there is no room; nothing is appended then.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Float>
    ) throws(CodecError) -> Frame {
      try unsafe decode(packet, into: &samples, by: OCAFLACDecodeFloats)
    }

    /// Decodes one whole frame, and appends its samples, interleaved, as the top bits of 32.
    ///
    /// - Throws: As ``decode(_:into:)-(_,OutputSpan<Float>)``.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Int32>
    ) throws(CodecError) -> Frame {
      try unsafe decode(packet, into: &samples, by: OCAFLACDecodeIntegers)
    }

    private func decode<Sample>(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Sample>,
      by decode: (
        OpaquePointer, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Sample>, Int,
        UnsafeMutablePointer<OCAFLACFrame>
      ) -> Int32
    ) throws(CodecError) -> Frame {
      var frame = OCAFLACFrame()
      let status = unsafe packet.withUnsafeBufferPointer { packet in
        unsafe samples.withUnsafeMutableBufferPointer { room, count -> Int in
          guard let bytes = packet.baseAddress, let start = room.baseAddress else {
            return OCAFLACBadFrame
          }
          // Safe: the packet is as long as said and is not kept; no more is written than there is room behind `count`.
          let status = unsafe Int(
            decode(decoder, bytes, packet.count, start + count, room.count - count, &frame))
          if status == OCAFLACDone { count += Int(frame.frameCount) * Int(frame.channelCount) }
          return status
        }
      }
      guard status == OCAFLACDone else { throw .badPacket }
      return Frame(sampleRate: Int(frame.sampleRate), channelCount: Int(frame.channelCount))
    }
  }
#endif
