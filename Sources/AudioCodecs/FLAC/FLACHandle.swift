#if FLAC
  import AudioProcessing
  import AudioSyntax
  import CFLAC

  /// Owns a libFLAC decoder.
  @safe
  final class FLACHandle {
    /// The format of a decoded packet.
    struct Frame: Equatable {
      /// The rate in hertz.
      var sampleRate: Int
      var channelCount: Int
      /// Bits per sample.
      var bitDepth: Int

      init(sampleRate: Int, channelCount: Int, bitDepth: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.bitDepth = bitDepth
      }

      init(_ frame: OCAFLACFrame) {
        sampleRate = Int(frame.sampleRate)
        channelCount = Int(frame.channelCount)
        bitDepth = Int(frame.bitDepth)
      }
    }

    /// The frames to lend, and their recipient.
    @safe private struct Lending {
      let expected: Frame?
      let take: (any SampleInput, Int) -> Int
      /// The planes currently lent, with their number and the frames of each.
      var planes: UnsafePointer<UnsafePointer<Int32>>?
      var channelCount = 0
      var frameCount = 0
    }

    private let decoder: OpaquePointer
    /// Set during ``decode(_:into:of:lending:)``.
    private var lending: Lending?

    /// Loads the library if necessary, and creates a decoder.
    ///
    /// - Throws: ``CodecError`` if the library is missing or rejects the configuration.
    init(_ streamInfo: FLACStreamInfo) throws(CodecError) {
      var opened: OpaquePointer?
      let status = unsafe streamInfo.bytes.withUnsafeBufferPointer { bytes -> Int in
        guard let block = bytes.baseAddress else { return OCAFLACBadConfiguration }
        // Safe: the block has its 34 bytes, which are copied.
        return unsafe Int(OCAFLACOpen(block, &opened))
      }
      guard status == OCAFLACDone, let opened = unsafe opened else {
        throw status == OCAFLACLibraryMissing ? .libraryMissing : .badConfiguration
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: `init` created the decoder, which is closed once.
      unsafe OCAFLACClose(decoder)
    }

    /// Decodes one whole frame, and appends its interleaved samples with full scale ±1.
    ///
    /// - Throws: ``CodecError/badPacket`` if the library rejects the frame, or memory is
    ///   insufficient. Appends no samples in that case.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Float>
    ) throws(CodecError) -> Frame {
      try unsafe decode(packet, into: &samples) { bytes, room, capacity, frame in
        unsafe OCAFLACDecodeFloats(decoder, bytes, packet.count, room, capacity, &frame)
      }
    }

    /// Decodes one whole frame, and appends its interleaved samples, in the top bits of 32-bit
    /// integers.
    ///
    /// - Parameters:
    ///   - packet: The frame.
    ///   - samples: Receives the samples that `take` leaves.
    ///   - expected: The format of frames to lend, or `nil` to lend no frames.
    ///   - take: Receives the lent frame, as described for ``IntegerPacketDecoder``.
    /// - Returns: The format of the frame.
    /// - Throws: The same errors as ``decode(_:into:)``.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Int32>, of expected: Frame?,
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) -> Frame {
      try withoutActuallyEscaping(take) { take throws(CodecError) in
        lending = unsafe Lending(expected: expected, take: take)
        defer { lending = nil }
        // Safe: this object outlives the call, which is the only use of the pointer.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return try unsafe decode(packet, into: &samples) { bytes, room, capacity, frame in
          unsafe OCAFLACDecodeIntegers(
            decoder, bytes, packet.count, room, capacity,
            { context, frame, planes in
              guard let context = unsafe context else { return 0 }
              // Safe: the context is the object that makes this call.
              let handle = unsafe Unmanaged<FLACHandle>.fromOpaque(context)
              return unsafe handle.takeUnretainedValue().lend(frame.pointee, planes)
            }, context, &frame)
        }
      }
    }

    /// Lends a frame if it has the expected format.
    private func lend(
      _ frame: OCAFLACFrame, _ planes: UnsafePointer<UnsafePointer<Int32>>
    ) -> Int32 {
      guard let lending, Frame(frame) == lending.expected else { return 0 }
      let frameCount = Int(frame.frameCount)
      unsafe self.lending?.planes = planes
      self.lending?.channelCount = Int(frame.channelCount)
      self.lending?.frameCount = frameCount
      defer { unsafe self.lending?.planes = nil }
      let taken = lending.take(self, frameCount)
      precondition(
        (0...frameCount).contains(taken), "the recipient took more frames than the packet has")
      return Int32(taken)
    }

    private func decode<Sample>(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Sample>,
      by decode: (
        UnsafePointer<UInt8>, UnsafeMutablePointer<Sample>, Int, inout OCAFLACFrame
      ) -> Int32
    ) throws(CodecError) -> Frame {
      var frame = OCAFLACFrame()
      let status = unsafe packet.withUnsafeBufferPointer { packet in
        unsafe samples.withUnsafeMutableBufferPointer { room, count -> Int in
          guard let bytes = packet.baseAddress, let start = room.baseAddress else {
            return OCAFLACBadFrame
          }
          // Safe: the packet has the stated size and is not kept. The call writes at most the free
          // capacity after `count`.
          let status = unsafe Int(decode(bytes, start + count, room.count - count, &frame))
          if status == OCAFLACDone {
            count += Int(frame.frameCount - frame.takenCount) * Int(frame.channelCount)
          }
          return status
        }
      }
      guard status == OCAFLACDone else { throw .badPacket }
      return Frame(frame)
    }
  }

  extension FLACHandle: SampleInput {
    func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
      guard let lending, let planes = unsafe lending.planes else {
        preconditionFailure("the samples can be read only during the decoding of their packet")
      }
      precondition(
        (0..<lending.channelCount).contains(buffer), "channel out of range")
      precondition(
        bytes.lowerBound >= 0 && bytes.upperBound <= 4 * lending.frameCount,
        "bytes beyond the packet"
      )
      // Safe: the frame has this channel and number of samples, which stay valid until the
      // recipient returns.
      let all = unsafe UnsafeRawBufferPointer(start: planes[buffer], count: 4 * lending.frameCount)
      unsafe body(Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: all[bytes])))
    }
  }
#endif
