#if Opus
  import AudioModel

  /// Decodes Opus with libopus, at any of its rates.
  ///
  /// libavcodec outputs only 48 kHz, which is the time base of all containers except CAF. A CAF
  /// stream may use its original rate for packets, priming, and length.
  final class LibOpusDecoder: PacketDecoder {
    let sampleRate: Double
    let channelCount: Int
    private let configuration: OpusConfiguration
    private var handle: LibOpusHandle?

    /// Creates a decoder for a format and its configuration.
    ///
    /// - Throws: ``CodecError/unsupportedFormat`` if another decoder of this build is better, or
    ///   Opus does not support the rate.
    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      configuration = try OpusConfiguration(
        channelCount: format.channelCount, magicCookie: cookie)
      sampleRate = format.sampleRate == 0 ? 48_000 : format.sampleRate
      channelCount = configuration.channelCount
      guard OpusConfiguration.sampleRates.contains(sampleRate),
        format.channelCount == 0 || format.channelCount == channelCount
      else { throw .unsupportedFormat }
      #if LibAV
        guard sampleRate < 48_000 else { throw .unsupportedFormat }
      #endif
    }

    /// Samples of the longest packet: 120 milliseconds (RFC 6716, 3.2.5).
    private var mostSamples: Int { Int(sampleRate) * 120 / 1000 * channelCount }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      let handle = try openHandle()
      do throws(CodecError) {
        try samples.append(addingCapacity: mostSamples) { room throws(CodecError) in
          try handle.decode(packet, into: &room)
        }
      } catch {
        reset()
        throw error
      }
    }

    /// Outputs no frames, because the decoder does not buffer them.
    func drain(into samples: inout [Float]) {}

    func reset() { handle?.restart() }

    private func openHandle() throws(CodecError) -> LibOpusHandle {
      if let handle { return handle }
      let opened = try LibOpusHandle(configuration, sampleRate: Int(sampleRate))
      handle = opened
      return opened
    }
  }
#endif
