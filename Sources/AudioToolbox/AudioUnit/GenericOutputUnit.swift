internal import AudioGraph
internal import CoreAudioTypes
internal import Synchronization

/// An output unit that the client pulls.
final class GenericOutputUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: it has no state of its own.

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    let formats = (settings.inputs[0].format, settings.outputs[0].format)
    guard formats.0.mSampleRate == formats.1.mSampleRate,
      formats.0.mChannelsPerFrame == formats.1.mChannelsPerFrame
    else { throw StatusError(kAudioUnitErr_FormatNotSupported) }
    return ProcessorRenderer(PassThrough())
  }

  override var rendersWithoutInput: Bool { false }
}
