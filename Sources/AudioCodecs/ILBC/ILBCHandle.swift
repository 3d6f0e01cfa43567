#if ILBC
  import CILBC

  /// Owns a libtg_owt decoder.
  @safe
  final class ILBCHandle {
    private let decoder: OpaquePointer
    private let mode: ILBCMode

    init(_ mode: ILBCMode) throws(CodecError) {
      // Insufficient memory is reported as a missing library. Clients cannot handle either.
      guard let decoder = unsafe OCAILBCOpen(Int32(mode.rawValue)) else { throw .libraryMissing }
      unsafe self.decoder = decoder
      self.mode = mode
    }

    deinit {
      // Safe: `init` created the decoder, which is closed once.
      unsafe OCAILBCClose(decoder)
    }

    /// Discards all blocks.
    func restart() {
      // Safe: the decoder lives as long as this object.
      unsafe OCAILBCRestart(decoder, Int32(mode.rawValue))
    }

    /// Decodes one block to the start of `frames`, which must have enough elements.
    func decode(_ block: Span<UInt8>, into frames: inout [Int16]) throws(CodecError) {
      precondition(block.count == mode.byteCount && frames.count >= mode.frameCount)
      let frameCount = unsafe block.withUnsafeBufferPointer { block in
        unsafe frames.withUnsafeMutableBufferPointer { frames -> Int32 in
          guard let bytes = block.baseAddress, let room = frames.baseAddress else { return 0 }
          // Safe: a block of this size has no more frames than the buffer, and the library keeps
          // neither pointer.
          return unsafe OCAILBCDecode(decoder, bytes, Int32(block.count), room)
        }
      }
      guard Int(frameCount) == mode.frameCount else { throw .badPacket }
    }
  }
#endif
