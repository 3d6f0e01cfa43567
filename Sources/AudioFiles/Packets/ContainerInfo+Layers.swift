internal import AudioContainers
internal import AudioModel

extension ContainerInfo {
  /// Records band replication, which doubles the sample rate and may double the channel count.
  mutating func addReplicated(channelCount: Int) {
    var rich = format
    rich.formatID = .mpeg4AACHighEfficiency
    rich.sampleRate *= 2
    rich.framesPerPacket *= 2
    var layers = [
      LayeredFormat(format: rich, channelLayout: channelLayout),
      LayeredFormat(format: format, channelLayout: channelLayout),
    ]
    if channelCount == 2, rich.channelCount == 1 {
      rich.formatID = .mpeg4AACHighEfficiencyV2
      rich.channelCount = 2
      layers.insert(LayeredFormat(format: rich, channelLayout: .stereo), at: 0)
    }
    layeredFormats = layers
  }
}
