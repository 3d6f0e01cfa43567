#if Opus
  import COpus

  /// Owns a libopus decoder.
  @safe
  final class LibOpusHandle {
    private let decoder: OpaquePointer
    private let channelCount: Int

    /// Loads the library if necessary, and creates a decoder.
    ///
    /// - Throws: ``CodecError`` if the library is missing or rejects the configuration.
    init(_ configuration: OpusConfiguration, sampleRate: Int) throws(CodecError) {
      let channelCount = configuration.channelCount
      self.channelCount = channelCount
      let handleConfiguration = OCAOpusConfiguration(
        sampleRate: Int32(sampleRate), channelCount: Int32(channelCount),
        streamCount: Int32(configuration.streamCount),
        coupledCount: Int32(configuration.coupledCount), gain: Int32(configuration.gain))
      var opened: OpaquePointer?
      let status = unsafe configuration.mapping.withUnsafeBufferPointer { mapping -> Int in
        guard mapping.count == channelCount, let mapping = mapping.baseAddress else {
          return OCAOpusBadConfiguration
        }
        // Safe: the array has a number for each channel, and is copied.
        return unsafe Int(OCAOpusOpen(handleConfiguration, mapping, &opened))
      }
      guard status == OCAOpusDone, let opened = unsafe opened else {
        throw status == OCAOpusLibraryMissing ? .libraryMissing : .badConfiguration
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: `init` created the decoder, which is closed once.
      unsafe OCAOpusClose(decoder)
    }

    /// Discards all packets.
    func restart() {
      // Safe: the decoder lives as long as this object.
      unsafe OCAOpusRestart(decoder)
    }

    /// Decodes one packet, and appends its interleaved samples.
    ///
    /// - Throws: ``CodecError/badPacket`` if the library rejects the packet, or memory is
    ///   insufficient. Appends no samples in that case.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Float>
    ) throws(CodecError) {
      guard !packet.isEmpty, let byteCount = Int32(exactly: packet.count) else { throw .badPacket }
      let isDecoded = unsafe packet.withUnsafeBufferPointer { packet in
        unsafe samples.withUnsafeMutableBufferPointer { room, count -> Bool in
          guard let bytes = packet.baseAddress, let start = room.baseAddress else { return false }
          let capacity = (room.count - count) / channelCount
          // Safe: the packet has the stated size. The call writes at most the free capacity after
          // `count`, and the library keeps neither pointer.
          let frames = unsafe OCAOpusDecode(
            decoder, bytes, byteCount, start + count, Int32(clamping: capacity))
          guard frames > 0 else { return false }
          count += Int(frames) * channelCount
          return true
        }
      }
      guard isDecoded else { throw .badPacket }
    }
  }
#endif
