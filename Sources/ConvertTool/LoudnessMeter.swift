#if Loudness
  import AudioToolbox
  import CLoudness
  import ToolSupport

  /// Measures the loudness and the true peak of all channels together.
  ///
  /// Source: Recommendation ITU-R BS.1770-4.
  final class LoudnessMeter {
    private let loudness: OpaquePointer

    /// Prepares for interleaved floats.
    ///
    /// - Parameters:
    ///   - format: The format of the frames.
    ///   - layout: Their channel layout, or empty if it is unknown.
    /// - Throws: ``ToolFailure`` if the library is missing, or does not support the format.
    init(_ format: AudioStreamBasicDescription, _ layout: [UInt8]) throws(ToolFailure) {
      guard OCALoudnessIsThere() else {
        throw ToolFailure("libebur128, which measures the loudness, is missing")
      }
      let weights = Self.weights(layout, count: Int(format.mChannelsPerFrame))
      let rate = format.mSampleRate
      guard
        let loudness = OCALoudnessOpenChannels(
          weights, format.mChannelsPerFrame, UInt(max(rate.rounded(), 0)))
      else {
        throw ToolFailure(
          "the loudness of \(weights.count) channels at \(FormatText.hertz(rate)) Hz cannot be "
            + "measured")
      }
      self.loudness = loudness
    }

    deinit {
      OCALoudnessClose(loudness)
    }

    /// Measures the frames of a block.
    func add(_ block: SourceBlocks.Block) throws(ToolFailure) {
      let isMeasured = block.bytes.withUnsafeBytes { bytes in
        let samples = bytes.assumingMemoryBound(to: Float.self)
        return samples.baseAddress.map { OCALoudnessAdd(loudness, $0, Int32(block.frameCount)) }
      }
      guard isMeasured == true else {
        throw ToolFailure("not enough memory to measure the loudness")
      }
    }

    /// The loudness in LUFS, or minus infinity.
    var integrated: Double { OCALoudnessOfAll(loudness) }

    /// The largest magnitude between samples.
    var truePeak: Double { OCALoudnessTruePeak(loudness) }

    /// The weights of channels.
    ///
    /// Six channels without a layout count as 5.1 in WAVE's order.
    static func weights(_ layout: [UInt8], count: Int) -> [OCALoudnessWeight] {
      let labels = AudioChannelLayout.labels(layout)
      if labels.count == count { return labels.map(weight) }
      guard count == 6 else { return Array(repeating: OCALoudnessWeightFront, count: count) }
      return [
        OCALoudnessWeightFront, OCALoudnessWeightFront, OCALoudnessWeightFront,
        OCALoudnessWeightNone, OCALoudnessWeightSide, OCALoudnessWeightSide,
      ]
    }

    private static func weight(_ label: AudioChannelLabel) -> OCALoudnessWeight {
      switch label {
      case kAudioChannelLabel_LFEScreen, kAudioChannelLabel_LFE2: OCALoudnessWeightNone
      case kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RightSurround,
        kAudioChannelLabel_LeftSurroundDirect, kAudioChannelLabel_RightSurroundDirect,
        kAudioChannelLabel_LeftSideSurround, kAudioChannelLabel_RightSideSurround,
        kAudioChannelLabel_LeftWide, kAudioChannelLabel_RightWide:
        OCALoudnessWeightSide
      default: OCALoudnessWeightFront
      }
    }
  }
#endif
