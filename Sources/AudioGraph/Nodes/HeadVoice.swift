internal import AudioProcessing
internal import Synchronization

/// The sound of a mixer's input at the two ears of a listener.
///
/// The two ears are the first two channels of the output. An output of one channel has no ears, and
/// gets the sound without their responses.
package final class HeadVoice: @unchecked Sendable {
  // Sendable: the settings are atomic, and everything else belongs to the render thread.

  private let settings: HeadInput.Settings
  private let responses: HeadResponses
  private let sourceCount: Int
  private let targetCount: Int
  private let tapCount: Int
  private var convolver: HeadConvolver
  private var seenChanges = -1
  /// Whether the last place has a sound.
  private var isOn = false
  private var isIdle = true

  init(
    _ settings: HeadInput.Settings, _ responses: HeadResponses, from sourceCount: Int,
    to targetCount: Int
  ) {
    (self.settings, self.responses) = (settings, responses)
    (self.sourceCount, self.targetCount) = (sourceCount, targetCount)
    tapCount = HeadFilters.tapCount(at: responses.sampleRate)
    convolver = HeadConvolver(tapCount: tapCount)
  }

  func fits(_ sourceCount: Int, _ targetCount: Int, _ responses: HeadResponses) -> Bool {
    self.sourceCount == sourceCount && self.targetCount == targetCount
      && self.responses === responses
  }

  // MARK: The render thread

  /// Adds the first `count` frames of an input to those of the mixer.
  func mix(_ source: Planes, into target: Planes, count: Int) {
    takeSettings()
    guard !isIdle else { return }
    var done = 0
    while done < count {
      let block = convolver.frames(of: count - done)
      convolver.take(block) { frames, start in
        for index in 0..<block { frames[start + index] = source[0, done + index] }
        for channel in 1..<sourceCount {
          for index in 0..<block { frames[start + index] += source[channel, done + index] }
        }
      }
      var ear = 0
      while ear < min(2, targetCount) {
        target.withSamples(ear, done, block) { convolver.add(ear, to: &$0) }
        ear += 1
      }
      convolver.advance(block)
      done += block
    }
    if !isOn, !convolver.isChanging {
      convolver.reset()
      isIdle = true
    }
  }

  private func takeSettings() {
    let changes = settings.changes.load(ordering: .acquiring)
    guard changes != seenChanges else { return }
    seenChanges = changes
    let isHeard = sourceCount == 1 || settings.mixesDown.load(ordering: .relaxed)
    let filters = isHeard ? responses[settings.kind.load(ordering: .relaxed)] : nil
    isOn = filters != nil
    guard isOn || !isIdle else { return }
    isIdle = false
    convolver.begin { write(filters, into: &$0) }
  }

  private func write(_ filters: HeadFilters?, into taps: inout MutableSpan<Float>) {
    func number(_ bits: borrowing Atomic<UInt32>) -> Float {
      Float(bitPattern: bits.load(ordering: .relaxed))
    }
    let level = number(settings.level) * number(settings.volume) / Float(sourceCount)
    guard let filters, targetCount > 1 else {
      for index in taps.indices { taps[index] = 0 }
      if filters != nil { taps[0] = level }
      return
    }
    let direction = SpatialVector(number(settings.x), number(settings.y), number(settings.z))
    filters.write(direction, level: level, into: &taps)
  }
}
