#if Opus
  import COpus

  /// Owns a decoder of libopus.
  @safe
  final class LibOpusHandle {
    private let decoder: OpaquePointer
    private let channelCount: Int

    /// Opens the library, if that has not been done, and makes a decoder.
    ///
    /// - Throws: ``CodecError`` where the library is missing or refuses the configuration.
    init(_ configuration: OpusConfiguration, sampleRate: Int) throws(CodecError) {
      let channelCount = configuration.channelCount
      self.channelCount = channelCount
      let told = OCAOpusConfiguration(
        sampleRate: Int32(sampleRate), channelCount: Int32(channelCount),
        streamCount: Int32(configuration.streamCount),
        coupledCount: Int32(configuration.coupledCount), gain: Int32(configuration.gain))
      var opened: OpaquePointer?
      let status = unsafe configuration.mapping.withUnsafeBufferPointer { mapping -> Int in
        guard mapping.count == channelCount, let mapping = mapping.baseAddress else {
          return OCAOpusBadConfiguration
        }
        // Safe: there is a number for each channel, and they are copied.
        return unsafe Int(OCAOpusOpen(told, mapping, &opened))
      }
      guard status == OCAOpusDone, let opened = unsafe opened else {
        throw status == OCAOpusLibraryMissing ? .libraryMissing : .badConfiguration
      }
      unsafe decoder = opened
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCAOpusClose(decoder)
    }

    /// Forgets all packets.
    func restart() {
      // Safe: the decoder lives as long as this object.
      unsafe OCAOpusRestart(decoder)
    }

    /// Decodes one packet, and appends its samples, interleaved.
    ///
    /// - Throws: ``CodecError/badPacket`` where the library refuses it, or there is no room; nothing is appended then.
    func decode(
      _ packet: Span<UInt8>, into samples: inout OutputSpan<Float>
    ) throws(CodecError) {
      guard !packet.isEmpty, let byteCount = Int32(exactly: packet.count) else { throw .badPacket }
      let isDecoded = unsafe packet.withUnsafeBufferPointer { packet in
        unsafe samples.withUnsafeMutableBufferPointer { room, count -> Bool in
          guard let bytes = packet.baseAddress, let start = room.baseAddress else { return false }
          let capacity = (room.count - count) / channelCount
          // Safe: the packet is as long as said, no more is written than there is room behind `count`, and the library keeps neither.
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
