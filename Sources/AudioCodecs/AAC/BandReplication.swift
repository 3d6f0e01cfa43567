#if LibAV
  package import AudioModel

  /// Band replication (HE-AAC) in packets of AAC in front of which nothing tells of it, as in ADTS.
  ///
  /// Source: ISO/IEC 14496-3, 1.6.5, implicit signalling.
  package enum BandReplication {
    /// The highest rate of the plain AAC in such packets, in hertz.
    private static let highestRate = 24_000

    /// Whether packets may have some: they are of a rate that it doubles, and what stands in front of them says nothing of it.
    package static func mayBeHidden(in format: StreamFormat, magicCookie: [UInt8]) -> Bool {
      configuration(format, magicCookie) != nil
    }

    /// Decodes packets until one has some.
    ///
    /// - Parameters:
    ///   - packets: The first of the stream.
    ///   - format: The format of the plain AAC in them.
    ///   - magicCookie: What stands in front of them.
    /// - Returns: The channels with it, two where parametric stereo may make them of one; `nil` where no packet has any.
    package static func channelCount(
      in packets: [[UInt8]], of format: StreamFormat, magicCookie: [UInt8]
    ) -> Int? {
      guard let config = configuration(format, magicCookie) else { return nil }
      let codec = LibAVCodec(
        name: "aac", configuration: config.bytes(hasBandReplication: nil), order: .advancedAudio)
      guard
        let handle = try? LibAVHandle(
          codec, sampleRate: config.coreSampleRate, channelCount: format.channelCount)
      else { return nil }
      for packet in packets {
        do throws(CodecError) {
          try handle.send(packet.span)
          while let frame = try handle.receive() {
            if frame.sampleRate == 2 * config.coreSampleRate { return frame.channelCount }
          }
        } catch {
          // A damaged packet tells nothing.
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
        let config = AudioSpecificConfig(bytes), config.hasBandReplication == nil,
        config.objectType == 2, !config.hasShortFrames, config.coreSampleRate <= highestRate
      else { return nil }
      return config
    }
  }
#endif
