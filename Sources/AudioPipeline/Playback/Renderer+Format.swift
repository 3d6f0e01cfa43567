internal import AudioDevices
internal import AudioRealtime

extension Renderer {
  /// The rate and channels of the frames.
  var format: DeviceFormat {
    DeviceFormat(sampleRate: sampleRate, channelCount: channelCount)
  }
}
