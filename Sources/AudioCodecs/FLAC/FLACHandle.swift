#if FLAC
  import AudioProcessing
  import CFLAC

  /// Owns a decoder of libFLAC.
  @safe
  final class FLACHandle {
    /// What a packet was decoded to.
    struct Frame: Equatable {
      /// Hertz.
      var sampleRate: Int
      var channelCount: Int
      /// Bits of a sample.
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

    /// Whom a frame is lent to, and which frames.
    @safe private struct Lending {
      let expected: Frame?
      let take: (any SampleInput, Int) -> Int
      /// The planes that are lent just now, how many there are, and the frames of each.
      var planes: UnsafePointer<UnsafePointer<Int32>>?
      var channelCount = 0
      var frameCount = 0
    }

    private let decoder: OpaquePointer
    /// During ``decode(_:into:of:lending:)``.
    private var lending: Lending?

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
      try unsafe decode(packet, into: &samples) { bytes, room, capacity, frame in
        unsafe OCAFLACDecodeFloats(decoder, bytes, packet.count, room, capacity, &frame)
      }
    }

    /// Decodes one whole frame, and appends its samples, interleaved, as the top bits of 32.
    ///
    /// - Parameters:
    ///   - packet: The frame.
    ///   - samples: Takes the samples that are not taken where they lie.
    ///   - expected: Only a frame of this kind is lent; `nil` for none.
    ///   - take: Is lent the frame, as ``IntegerPacketDecoder`` tells.
    /// - Returns: What the frame is.
    /// - Throws: As ``decode(_:into:)``.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Int32>, of expected: Frame?,
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) -> Frame {
      try withoutActuallyEscaping(take) { take throws(CodecError) in
        lending = unsafe Lending(expected: expected, take: take)
        defer { lending = nil }
        // Safe: this object is there until the call returns, which is as long as it is lent.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return try unsafe decode(packet, into: &samples) { bytes, room, capacity, frame in
          unsafe OCAFLACDecodeIntegers(
            decoder, bytes, packet.count, room, capacity,
            { context, frame, planes in
              guard let context = unsafe context else { return 0 }
              // Safe: the context is the object whose call this is.
              let handle = unsafe Unmanaged<FLACHandle>.fromOpaque(context)
              return unsafe handle.takeUnretainedValue().lend(frame.pointee, planes)
            }, context, &frame)
        }
      }
    }

    /// Lends a frame, if it is of the kind that is expected.
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
      precondition((0...frameCount).contains(taken), "of the frames that were lent")
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
          // Safe: the packet is as long as said and is not kept; no more is written than there is room behind `count`.
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
        preconditionFailure("nothing is lent")
      }
      precondition(
        (0..<lending.channelCount).contains(buffer), "a channel of the frame")
      precondition(
        bytes.lowerBound >= 0 && bytes.upperBound <= 4 * lending.frameCount, "samples that are lent"
      )
      // Safe: the frame has that channel and as many samples, which lie there until what they are lent to returns.
      let all = unsafe UnsafeRawBufferPointer(start: planes[buffer], count: 4 * lending.frameCount)
      unsafe body(Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: all[bytes])))
    }
  }
#endif
