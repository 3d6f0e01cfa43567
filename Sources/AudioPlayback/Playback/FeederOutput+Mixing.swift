internal import AudioDevices
internal import AudioProcessing
internal import AudioRealtime

extension FeederOutput {
  /// Opens the device that players with a start time share, and converts waiting frames to its
  /// rate.
  ///
  /// - Returns: `nil` without a start time, with channels of a device, or if the device ignores
  ///   times.
  func openMixed(
    _ kind: DeviceKind, at nanoseconds: Int?
  ) throws(DeviceError) -> MixedDevice? {
    guard let renderer, let nanoseconds, engine.choice.channels == nil,
      let mixed = kind.makeMixedDevice(start: nanoseconds)
    else { return nil }
    let rate = try mixed.open(
      sampleRate: renderer.sampleRate, bufferSeconds: waiting.deviceSeconds)
    if rate != renderer.sampleRate {
      guard conversion == nil, RingConversion.canConvert(renderer.sampleRate, to: rate) else {
        mixed.stop()
        return nil
      }
      convert(renderer, to: rate)
    }
    return mixed
  }

  /// Replaces a renderer by one of another rate, and converts its waiting frames and all later
  /// ones.
  private func convert(_ old: Renderer, to sampleRate: Double) {
    let source = old.format
    let first = old.ring.readIndex
    let ahead = Int(Double(old.aheadFrames) * sampleRate / source.sampleRate) + 1
    let made = Renderer(
      sampleRate: sampleRate, channelCount: source.channelCount, aheadFrames: ahead,
      deviceFrames: Int(sampleRate * Feeder.historySeconds),
      mostUnreadFrames: self.waiting.isBounded ? ahead : .max, feeder: engine.signal)
    applyAllParameters(to: made)
    made.takeTargets(of: old) { frame in
      RateConverter.length(of: frame - first, from: source.sampleRate, to: sampleRate)
    }
    made.begin()
    let conversion = RingConversion(from: source, to: made)
    engine.clock.convert(to: made, from: first, ratio: conversion.ratio)
    let waiting = old.ring.takeUnread()
    // It takes all at once, because the new ring is empty.
    _ = conversion.write(waiting.span)
    renderer = made
    self.conversion = conversion
  }
}
