internal import AudioDevices
internal import AudioModel
internal import MediaTimeline

/// Takes the frames of items, and applies their mixes, on the feeding thread.
///
/// Unchecked: only the feeding thread uses it.
final class ItemMixing: @unchecked Sendable {
  private let sampleRate: Double
  /// The item of the last frames, and their volume.
  private var last: (id: Int, volume: VolumeCurve)?
  /// The item that has been read to its end.
  private var endedID: Int?
  /// The item that has been read to the time at which it should end.
  private var stoppedID: Int?
  private var tapping: ItemTapping?
  /// The item's frame after the last frame that has been taken.
  private var nextFrame = 0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Forgets the last frames, because others follow.
  func begin() {
    last = nil
    (endedID, stoppedID) = (nil, nil)
    tapping?.stage.reset()
  }

  /// Ends the preparation of a tap.
  func release() { tapping = nil }

  /// Takes frames of an item.
  ///
  /// - Parameters:
  ///   - count: The largest number of frames.
  ///   - entry: The item.
  ///   - channelCount: Samples in each frame; a single channel is copied to two.
  ///   - samples: Receives the frames, interleaved.
  /// - Returns: The time of the first frame, or whether more frames will follow.
  func take(
    _ count: Int, of entry: PlayedItems.Entry, channelCount: Int, into samples: inout [Float]
  ) -> MediaTaking {
    guard endedID != entry.id else { return .end }
    let mix = entry.item.mix
    follow(mix.tap, of: entry, channelCount)
    let most = tapping.map { min(count, $0.tap.maximumFrames) } ?? count
    var piece: [Float] = []
    let taking = pull(most, of: entry, channelCount, into: &piece)
    guard case .frames(let time) = taking else {
      if taking == .end { finish(entry) }
      return taking
    }
    let frame = Int((time * sampleRate).rounded())
    nextFrame = frame + piece.count / channelCount
    if tapping?.tap.place == .beforeEffects { tapping?.process(&piece, frame: frame) }
    applyVolume(entry.item.volume(of: mix), of: entry, channelCount, to: &piece, frame: frame)
    if tapping?.tap.place == .afterEffects { tapping?.process(&piece, frame: frame) }
    samples += piece
    return taking
  }

  /// Uses the tap of an item from its next frame on.
  private func follow(
    _ tap: (any ItemTap)?, of entry: PlayedItems.Entry, _ channelCount: Int
  ) {
    guard let tap else { return tapping = nil }
    let format = DeviceFormat(sampleRate: sampleRate, channelCount: channelCount)
    guard tapping?.isFor(tap, entry.id, format) != true else { return }
    // End the old preparation first: the new one may be for the same tap.
    tapping = nil
    tapping = ItemTapping(tap, for: entry.id, format: format)
  }

  private func finish(_ entry: PlayedItems.Entry) {
    endedID = entry.id
    tapping?.finish(frame: nextFrame)
    tapping = nil
  }

  /// Takes unchanged frames, up to the time at which the item should end.
  private func pull(
    _ count: Int, of entry: PlayedItems.Entry, _ channelCount: Int, into samples: inout [Float]
  ) -> MediaTaking {
    guard stoppedID != entry.id else { return .end }
    let first = samples.count
    let taking = entry.item.take(count, into: &samples)
    guard case .frames(let time) = taking else { return taking }
    if entry.item.info?.format.channelCount == 1, channelCount == 2 {
      Self.spread(&samples, from: first)
    }
    let isReversed = entry.item.isReversed
    guard let end = isReversed ? entry.reverseEndTime : entry.endTime else { return taking }
    let frames = (samples.count - first) / channelCount
    let wanted = max(0, (isReversed ? time - end : end - time) * sampleRate).rounded()
    guard Double(frames) >= wanted else { return taking }
    stoppedID = entry.id
    samples.removeLast((frames - Int(wanted)) * channelCount)
    return wanted > 0 ? taking : .end
  }

  private static func spread(_ samples: inout [Float], from start: Int) {
    let copy = Array(samples[start...])
    samples.reserveCapacity(start + copy.count * 2)
    samples.removeLast(copy.count)
    for sample in copy {
      samples.append(sample)
      samples.append(sample)
    }
  }

  // MARK: Volume

  /// Applies the volume of an item; fades if it has changed between its frames.
  private func applyVolume(
    _ volume: VolumeCurve, of entry: PlayedItems.Entry, _ channelCount: Int,
    to samples: inout [Float], frame: Int
  ) {
    let isReversed = entry.item.isReversed
    let frame = isReversed ? frame - samples.count / channelCount : frame
    if isReversed { samples.reverseFrames(channelCount: channelCount) }
    defer { if isReversed { samples.reverseFrames(channelCount: channelCount) } }
    let change = VolumeChange(from: last?.id == entry.id ? last?.volume : nil, to: volume)
    last = (entry.id, volume)
    change.apply(to: &samples, channelCount: channelCount, frame: frame, sampleRate: sampleRate)
  }
}
