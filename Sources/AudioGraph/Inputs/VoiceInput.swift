internal import AudioProcessing
internal import Synchronization

/// The settings of voice processing, which any thread changes while a device records.
package final class VoiceControls: Sendable {
  private let bypasses = Atomic<Bool>(false)
  private let controls = Atomic<Bool>(true)
  private let mutes = Atomic<Bool>(false)

  package init() {}

  /// Whether frames pass unchanged.
  package var isBypassed: Bool {
    get { bypasses.load(ordering: .relaxed) }
    set { bypasses.store(newValue, ordering: .relaxed) }
  }

  /// Whether quiet voices become louder, and loud ones quieter.
  package var controlsGain: Bool {
    get { controls.load(ordering: .relaxed) }
    set { controls.store(newValue, ordering: .relaxed) }
  }

  /// Whether silence replaces all frames.
  package var isMuted: Bool {
    get { mutes.load(ordering: .relaxed) }
    set { mutes.store(newValue, ordering: .relaxed) }
  }
}

/// The voice processing of a recording device.
///
/// The processing averages the channels, and all channels get the same result.
package final class VoiceInput: @unchecked Sendable {
  // Unchecked: only the thread of the device uses the processor.

  /// Whether the library is available on this machine.
  package static var isAvailable: Bool { VoiceProcessor.isAvailable }

  /// Reports once that the library is missing, if it is.
  package static func reportIfMissing() { VoiceProcessor.reportIfMissing() }

  private let controls: VoiceControls
  private let farEnd: FarEnd?
  private let processor: VoiceProcessor

  /// Makes a processing, or fails if the library is missing or does not support a rate.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of the device, in hertz.
  ///   - farEnd: The frames of the loudspeaker, if one plays.
  ///   - controls: The settings.
  ///   - delaySeconds: The expected time between a frame of the far end and its echo.
  package init?(
    sampleRate: Double, farEnd: FarEnd?, controls: VoiceControls, delaySeconds: Double
  ) {
    var settings = VoiceSettings(cancelsEcho: farEnd != nil)
    settings.controlsGain = controls.controlsGain
    guard
      let made = VoiceProcessor(
        sampleRate: sampleRate, farRate: farEnd?.sampleRate ?? sampleRate, settings: settings,
        delaySeconds: delaySeconds)
    else { return nil }
    processor = made
    (self.controls, self.farEnd) = (controls, farEnd)
  }

  /// Processes interleaved frames, on the thread of the device.
  package func process(_ samples: inout [Float], channelCount: Int) {
    if controls.isBypassed {
      farEnd?.drop()
      processor.clear()
    } else {
      var settings = VoiceSettings(cancelsEcho: farEnd != nil)
      settings.controlsGain = controls.controlsGain
      processor.set(settings)
      farEnd?.give(to: processor)
      var frames = Self.mix(samples, channelCount)
      processor.process(&frames)
      for index in samples.indices { samples[index] = frames[index / channelCount] }
    }
    if controls.isMuted { samples = [Float](repeating: 0, count: samples.count) }
  }

  private static func mix(_ samples: [Float], _ channelCount: Int) -> [Float] {
    guard channelCount > 1 else { return samples }
    return stride(from: 0, to: samples.count, by: channelCount).map { first in
      samples[first..<first + channelCount].reduce(0, +) / Float(channelCount)
    }
  }
}
