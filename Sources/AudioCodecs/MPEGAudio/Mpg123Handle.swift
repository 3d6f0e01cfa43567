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

    /// Decodes one whole frame to the start of `samples`.
    ///
    /// - Returns: How many samples it gave, interleaved, and for how many channels.
    func decode(
      _ frame: Span<UInt8>, into samples: inout [Float]
    ) throws(CodecError) -> (sampleCount: Int, channelCount: Int) {
      var sampleCount = 0
      var channelCount: Int32 = 0
      let status = unsafe frame.withUnsafeBufferPointer { frame in
        unsafe samples.withUnsafeMutableBufferPointer { samples -> Int in
          guard let bytes = frame.baseAddress, let room = samples.baseAddress else {
            return OCAMpg123BadFrame
          }
          // Safe: both buffers are as long as said, and the library keeps neither.
          return unsafe Int(
            OCAMpg123Decode(
              decoder, bytes, frame.count, room, samples.count, &sampleCount, &channelCount))
        }
      }
      guard status == OCAMpg123Done else { throw .badPacket }
      return (sampleCount, Int(channelCount))
    }
  }
#endif
