#if LibAV
  package import AudioModel
  import AudioSyntax

  /// Hidden band replication (HE-AAC) in AAC packets without a preceding indication, as in ADTS.
  ///
  /// Source: ISO/IEC 14496-3, 1.6.5, implicit signalling.
  package enum BandReplication {
    /// The highest rate of the core layer in such packets, in hertz.
    private static let highestRate = 24_000

    /// Returns whether packets may have hidden band replication.
    ///
    /// This is possible at low rates if the configuration does not mention band replication.
    package static func mayBeHidden(in format: StreamFormat, magicCookie: [UInt8]) -> Bool {
      configuration(format, magicCookie) != nil
    }

    /// Decodes packets until one has band replication.
    ///
    /// - Parameters:
    ///   - packets: The first packets of the stream.
    ///   - format: The format of their core layer.
    ///   - magicCookie: Their configuration.
    /// - Returns: The channel count with band replication, or `nil` if no packet has it. Parametric
    ///   stereo turns one channel into two.
    package static func channelCount(
      in packets: [[UInt8]], of format: StreamFormat, magicCookie: [UInt8]
    ) -> Int? {
      guard let config = configuration(format, magicCookie) else { return nil }
      let codec = LibAVCodec(
        name: "aac", configuration: config.bytes(hasBandReplication: nil), order: .advancedAudio)
      guard
        let handle = try? LibAVHandle(
          codec, sampleRate: config.sampleRate, channelCount: format.channelCount)
      else { return nil }
      for packet in packets {
        do throws(CodecError) {
          try handle.send(packet.span)
          while let frame = try handle.receive() {
            if frame.sampleRate == 2 * config.sampleRate { return frame.channelCount }
          }
        } catch {
          // A damaged packet is no evidence.
          continue
        }
      }
      return nil
    }

    private static func configuration(
      _ format: StreamFormat, _ magicCookie: [UInt8]
    ) -> AudioSpecificConfig? {
      guard format.formatID == .mpeg4AAC, (1...2).contains(format.channelCount),
        let bytes = AACMagicCookie.configuration(magicCookie),
        let config = AudioSpecificConfig(bytes.span), config.hasBandReplication == nil,
        config.objectType == 2, config.framesPerPacket == 1024, config.sampleRate <= highestRate
      else { return nil }
      return config
    }
  }
#endif
