internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Whether recorded frames pass through voice processing.
  var usesVoice: Bool { state.withLock { $0.usesVoice } }

  /// Turns voice processing on or off for the next start.
  ///
  /// - Returns: A documented status.
  func setUsesVoice(_ isOn: Bool) -> OSStatus {
    guard isOn != usesVoice else { return noErr }
    guard !isOn || VoiceInput.isAvailable else {
      VoiceInput.reportIfMissing()
      return kAudio_UnimplementedError
    }
    return state.withLock { state in
      guard !state.isRunning, !state.isPaused else { return kAudioUnitErr_Initialized }
      guard !isOn || state.manual == nil else { return kAudioUnitErr_CannotDoInCurrentContext }
      state.usesVoice = isOn
      return noErr
    }
  }

  /// The frames for the device, which also go to voice processing.
  var playedFrames: any PulledFrames {
    guard let farEnd = state.withLock({ $0.farEnd }) else { return keeper.graph }
    return HeardFrames(keeper.graph, farEnd: farEnd)
  }

  /// Makes the processing of the open recording device; `nil` while voice processing is off.
  func makeVoice() -> VoiceInput? {
    let (usesVoice, format, farEnd, controls) = state.withLock {
      ($0.usesVoice, $0.recording, $0.farEnd, $0.input?.voice)
    }
    guard usesVoice, let format, let controls else { return nil }
    let voice = VoiceInput(
      sampleRate: format.sampleRate, farEnd: farEnd, controls: controls,
      delaySeconds: Self.bufferSeconds + Self.blockSeconds)
    if voice == nil {
      NSLog("AVAudioEngine: voice processing does not support %g Hz", format.sampleRate)
    }
    return voice
  }
}

extension EngineState {
  /// Makes the far end for a device that starts to play.
  mutating func startVoice() {
    farEnd =
      usesVoice && !isPulledByInput ? FarEnd(sampleRate: graphFormat.sampleRate) : nil
  }
}
