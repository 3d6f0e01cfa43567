internal import AudioDevices
internal import AudioRealtime

extension Renderer {
  /// The rate and channels of the frames in the ring.
  var format: DeviceFormat {
    DeviceFormat(sampleRate: sampleRate, channelCount: ring.channelCount)
  }
}
