internal import AudioDevices
internal import AudioRealtime

/// Getting a device ready while the first frames are decoded.
extension FeederOutput {
  /// Has the best device get ready, which ``open(at:)`` then waits for.
  func prepare() {
    guard let renderer, let kind = engine.choice.kinds.first, fileDevices[kind] == nil else {
      return
    }
    let format = DeviceFormat(
      sampleRate: renderer.sampleRate,
      channelCount: wantsSpread(renderer) ? 2 : renderer.channelCount)
    prepared = PreparedDevice(kind, engine.choice, format, bufferFrames: deviceFrames(of: renderer))
  }

  /// Lets go of a device that is not to be opened.
  func leavePrepared() {
    prepared?.leave()
    prepared = nil
  }

  /// The device that has got ready, where it is of this kind.
  func takePrepared(_ kind: DeviceKind) -> (any OutputDevice)? {
    guard let prepared, prepared.kind == kind else { return nil }
    self.prepared = nil
    return prepared.wait()
  }
}
