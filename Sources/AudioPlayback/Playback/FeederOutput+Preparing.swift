internal import AudioDevices
internal import AudioRealtime

/// Getting a device ready while the first frames are decoded.
extension FeederOutput {
  /// Starts preparing the best device.
  ///
  /// ``open(at:)`` waits for it.
  func prepare() {
    guard let renderer, let kind = engine.choice.kinds.first, fileDevices[kind] == nil else {
      return
    }
    let format = DeviceFormat(
      sampleRate: renderer.sampleRate,
      channelCount: ring.wantsSpread ? 2 : renderer.channelCount)
    prepared = PreparedDevice(kind, engine.choice, format, bufferFrames: ring.deviceFrames)
  }

  /// Releases a prepared device that is not needed.
  func leavePrepared() {
    prepared?.leave()
    prepared = nil
  }

  /// The prepared device, if it is of this kind.
  func takePrepared(_ kind: DeviceKind) -> (any OutputDevice)? {
    guard let prepared, prepared.kind == kind else { return nil }
    self.prepared = nil
    return prepared.wait()
  }
}
