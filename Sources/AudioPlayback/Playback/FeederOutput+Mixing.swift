internal import AudioDevices
internal import AudioRealtime

extension FeederOutput {
  /// Opens the device that players with a start time share, and converts waiting frames to its
  /// rate.
  ///
  /// - Returns: The shared device; `nil` without a start time, if the player uses selected
  ///   channels, or if the device cannot start at a time.
  func openMixed(
    _ kind: DeviceKind, at nanoseconds: Int?
  ) throws(DeviceError) -> MixedDevice? {
    guard let renderer, let nanoseconds, engine.choice.channels == nil,
      let mixed = kind.makeMixedDevice(start: nanoseconds)
    else { return nil }
    let rate = try mixed.open(
      sampleRate: renderer.sampleRate, bufferSeconds: ring.waiting.deviceSeconds)
    if rate != renderer.sampleRate {
      guard ring.conversion == nil, RingConversion.canConvert(renderer.sampleRate, to: rate) else {
        mixed.stop()
        return nil
      }
      ring.convert(renderer, to: rate)
    }
    return mixed
  }
}
