#if ILBC
  import CILBC

  /// Owns a decoder of libtg_owt.
  @safe
  final class ILBCHandle {
    private let decoder: OpaquePointer
    private let mode: ILBCMode

    init(_ mode: ILBCMode) throws(CodecError) {
      // Short memory is answered as if the library were not there: nothing else can be done.
      guard let decoder = unsafe OCAILBCOpen(Int32(mode.rawValue)) else { throw .libraryMissing }
      unsafe self.decoder = decoder
      self.mode = mode
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCAILBCClose(decoder)
    }

    /// Forgets all blocks.
    func restart() {
      // Safe: the decoder lives as long as this object.
      unsafe OCAILBCRestart(decoder, Int32(mode.rawValue))
    }

    /// Decodes one block to the start of `frames`, which has room for a block's.
    func decode(_ block: Span<UInt8>, into frames: inout [Int16]) throws(CodecError) {
      precondition(block.count == mode.byteCount && frames.count >= mode.frameCount)
      let frameCount = unsafe block.withUnsafeBufferPointer { block in
        unsafe frames.withUnsafeMutableBufferPointer { frames -> Int32 in
          guard let bytes = block.baseAddress, let room = frames.baseAddress else { return 0 }
          // Safe: a block of these bytes has no more frames than there is room for, and the library keeps neither buffer.
          return unsafe OCAILBCDecode(decoder, bytes, Int32(block.count), room)
        }
      }
      guard Int(frameCount) == mode.frameCount else { throw .badPacket }
    }
  }
#endif
