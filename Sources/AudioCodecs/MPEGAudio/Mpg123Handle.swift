#if MPG123
  import CMpg123

  /// Owns a libmpg123 decoder.
  @safe
  final class Mpg123Handle {
    private let decoder: OpaquePointer

    /// Loads the library if necessary, and creates a decoder.
    init() throws(CodecError) {
      var opened: OpaquePointer?
      // Safe: the function writes one pointer and keeps no reference.
      let status = unsafe OCAMpg123Open(&opened)
      guard Int(status) == OCAMpg123Done, let opened = unsafe opened else {
        // Insufficient memory is also reported as a missing library, because the client cannot
        // handle either.
        throw .libraryMissing
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: `init` created the decoder, which is closed once.
      unsafe OCAMpg123Close(decoder)
    }

    /// Discards all frames.
    ///
    /// - Parameter freeFormatByteCount: Bytes of a free-format frame without header and padding.
    func restart(freeFormatByteCount: Int? = nil) {
      // Safe: the decoder lives as long as this object. Fails only without memory, and then the
      // next frame is rejected.
      unsafe _ = OCAMpg123Restart(decoder, freeFormatByteCount ?? -1)
    }

    /// Decodes one whole frame, and appends its interleaved samples.
    ///
    /// - Returns: The number of samples and channels.
    /// - Throws: ``CodecError/badPacket`` if the library rejects the frame, or memory is
    ///   insufficient. Appends no samples in that case.
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
          // Safe: the frame has the stated size. The call writes at most the free capacity after
          // `count`, and the library keeps neither pointer.
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
