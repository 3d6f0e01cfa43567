#if Opus
  import AudioModel

  /// Decodes Opus by libopus itself, at any of its rates.
  ///
  /// libavcodec gives 48 kHz only, and all containers but CAF count in that. In CAF a stream may have the rate that it was made from: its
  /// packets, priming and length are counted in that then.
  final class LibOpusDecoder: PacketDecoder {
    let sampleRate: Double
    let channelCount: Int
    private let configuration: OpusConfiguration
    private var handle: LibOpusHandle?

    /// - Throws: ``CodecError/unsupportedFormat`` for what another decoder of this build does better, and for rates that Opus has not.
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

    /// Nothing is held back.
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
