import AudioPlayback

/// A tap that halves the level.
final class HalvingTap: AudioTap {
  let place: TapPlace
  let isSiphon = false
  let maximumFrames = 4096

  init(_ place: TapPlace = .afterEffects) { self.place = place }

  func process(
    _ count: Int, at time: TapTime, from stage: TapStage, into samples: inout [Float]
  ) -> Bool {
    var taken: [Float] = []
    let mark = stage.take(count, into: &taken).mark
    samples += taken.map { $0 / 2 }
    return mark == .end
  }
}
