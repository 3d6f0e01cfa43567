#if VoiceProcessing
  internal import CVoiceProcessing

  /// A processing of webrtc-audio-processing, in blocks of 10 ms.
  @safe
  final class VoiceStream {
    private let voice: OpaquePointer

    /// Makes a processing, or fails if the library is missing or does not support a rate.
    init?(rate: Int, farRate: Int, _ settings: VoiceSettings) {
      guard
        let made = unsafe OCAVoiceOpen(
          Int32(clamping: rate), Int32(clamping: farRate), OCAVoiceSettings(settings))
      else { return nil }
      unsafe voice = made
    }

    deinit {
      // Safe: `init` made the processing, which is closed once.
      unsafe OCAVoiceClose(voice)
    }

    /// Changes the parts that are on.
    func set(_ settings: VoiceSettings) {
      // Safe: the processing exists, here and below. If it rejects a part, that part stays off.
      _ = unsafe OCAVoiceSet(voice, OCAVoiceSettings(settings))
    }

    /// Adds a block of the far end.
    func addFarEnd(_ block: [Float]) {
      unsafe block.withUnsafeBufferPointer { frames in
        guard let base = frames.baseAddress else { return }
        // The library reports an error only for other rates.
        _ = unsafe OCAVoiceAddFarEnd(voice, base)
      }
    }

    /// Processes a block of the microphone; returns `nil` if the library rejects the block.
    func processed(_ block: [Float], delayMilliseconds: Int) -> [Float]? {
      var block = block
      let isProcessed = unsafe block.withUnsafeMutableBufferPointer { frames in
        guard let base = frames.baseAddress else { return false }
        return unsafe OCAVoiceProcess(voice, base, Int32(clamping: delayMilliseconds))
      }
      return isProcessed ? block : nil
    }
  }

  extension OCAVoiceSettings {
    fileprivate init(_ settings: VoiceSettings) {
      self.init(
        cancelsEcho: settings.cancelsEcho, suppressesNoise: settings.suppressesNoise,
        controlsGain: settings.controlsGain,
        removesLowFrequencies: settings.removesLowFrequencies)
    }
  }
#endif
