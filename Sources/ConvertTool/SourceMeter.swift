import AudioToolbox
import ToolSupport

/// Measures frames for Sound Check, if the build can do that.
struct SourceMeter {
  #if Loudness
    private let meter: SoundCheckMeter
  #endif

  /// Prepares for frames of a format.
  init(_ client: AudioStreamBasicDescription) throws(ToolFailure) {
    #if Loudness
      meter = try SoundCheckMeter(client)
    #endif
  }

  func add(_ block: SourceBlocks.Block) throws(ToolFailure) {
    #if Loudness
      try meter.add(Int(block.frameCount), from: block.bytes)
    #endif
  }

  /// Adds the measured values to a file's tags.
  func addTags(to target: TargetFrames) {
    #if Loudness
      target.addTags(meter.values)
    #endif
  }
}
