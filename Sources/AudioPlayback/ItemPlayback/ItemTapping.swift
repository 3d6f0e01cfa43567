internal import AudioDevices

/// A tap that is prepared for an item.
final class ItemTapping {
  let id: Int
  let tap: any ItemTap
  let stage: TapStage

  /// Prepares a tap; returns `nil` if another item uses it.
  init?(_ tap: any ItemTap, for id: Int, format: DeviceFormat) {
    guard tap.prepare(format) else { return nil }
    self.id = id
    self.tap = tap
    // The frames are fed before each call, so a request for more finds the end.
    stage = TapStage(tap, format: format, isExact: true) { .end }
  }

  deinit { tap.unprepare() }

  /// Whether this is the preparation of a tap for an item and a format.
  func isFor(_ tap: any ItemTap, _ id: Int, _ format: DeviceFormat) -> Bool {
    self.tap === tap && self.id == id && stage.format == format
  }

  /// Replaces frames by those of the tap.
  ///
  /// - Parameters:
  ///   - samples: Interleaved frames, at most the tap's largest number.
  ///   - frame: The number of the first frame within the item.
  func process(_ samples: inout [Float], frame: Int) {
    let count = samples.count / stage.format.channelCount
    guard count > 0 else { return }
    stage.feed(samples, time: TapTime(frame: Double(frame)), ratio: 1)
    samples = stage.call(count).samples
  }

  /// Reports the end of the item to the tap by one more call.
  ///
  /// The frames of this call are not played, because the next item follows without a gap.
  func finish(frame: Int) { _ = stage.callAfterEnd(at: TapTime(frame: Double(frame))) }
}
