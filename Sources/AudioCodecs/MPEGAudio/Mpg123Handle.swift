#if MPG123
  import CMpg123

  /// Owns a decoder of libmpg123.
  @safe
  final class Mpg123Handle {
    private let decoder: OpaquePointer

    /// Opens the library, if that has not been done, and makes a decoder.
    init() throws(CodecError) {
      var opened: OpaquePointer?
      // Safe: the function writes one pointer and keeps none.
      let status = unsafe OCAMpg123Open(&opened)
      guard Int(status) == OCAMpg123Done, let opened = unsafe opened else {
        // Short memory, too, is answered as if the library were not there: nothing else can be done.
        throw .libraryMissing
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCAMpg123Close(decoder)
    }

    /// Forgets all frames.
    ///
    /// - Parameter freeFormatByteCount: Bytes of a free-format frame without header and padding.
    func restart(freeFormatByteCount: Int? = nil) {
      // Safe: the decoder lives as long as this object. Fails only when memory is short, and then
      // the next frame is refused.
      unsafe _ = OCAMpg123Restart(decoder, freeFormatByteCount ?? -1)
    }

    /// Decodes one whole frame, and appends its samples, interleaved.
    ///
    /// - Returns: How many there are, and for how many channels.
    /// - Throws: ``CodecError/badPacket`` where the library refuses it, or there is no room; nothing is appended then.
    func decode(
      _ frame: Span<UInt8>, into samples: inout OutputSpan<Float>
    ) throws(CodecError) -> (sampleCount: Int, channelCount: Int) {
      var sampleCount = 0
      var channelCount: Int32 = 0
      let status = unsafe frame.withUnsafeBufferPointer { frame in
        unsafe samples.withUnsafeMutableBufferPointer { room, count -> Int in
          guard let bytes = frame.baseAddress, let start = room.baseAddress else {
            return OCAMpg123BadFrame
          }
          // Safe: the frame is as long as said, no more is written than there is room behind `count`, and the library keeps neither.
          let status = unsafe Int(
            OCAMpg123Decode(
              decoder, bytes, frame.count, start + count, room.count - count, &sampleCount,
              &channelCount))
          if status == OCAMpg123Done { count += sampleCount }
          return status
        }
      }
      guard status == OCAMpg123Done else { throw .badPacket }
      return (sampleCount, Int(channelCount))
    }
  }
#endif
