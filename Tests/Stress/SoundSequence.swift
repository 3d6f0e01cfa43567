import AudioToolbox

/// Random calls on a system sound, from several threads and from its completion block.
final class SoundSequence: CallSequence, @unchecked Sendable {
  // Sendable: `lock` guards all mutable state except `sound`, which is set before its first use.
  private let material: SequenceMaterial
  private let lock = NSLock()
  private var dice: Dice
  private var sound: SystemSoundID = 0
  private var startedBlocks = 0
  private var calledBlocks = 0
  private var callsWithin = 20

  init(_ material: SequenceMaterial) {
    self.material = material
    dice = material.dice
  }

  func run() {
    let index = lock.withLock { dice.roll(StressFiles.soundCount) }
    let status = AudioServicesCreateSystemSoundID(
      material.files.sound(index) as CFURL, &sound)
    guard status == noErr else { return material.complain("no sound: \(status)") }
    let (callerCount, calls) = lock.withLock { (1 + dice.roll(3), dice.pick([3, 10, 30])) }
    let callers = Callers(callerCount) { [self] _ in
      for _ in 0..<calls { call() }
    }
    if lock.withLock({ dice.isOne(in: 2) }) { callers.wait() }
    AudioServicesDisposeSystemSoundID(sound)
    callers.wait()
    // Each start calls its block once, even after the sound's disposal.
    while lock.withLock({ calledBlocks < startedBlocks }) { usleep(500) }
    if AudioServicesDisposeSystemSoundID(sound) == noErr { material.complain("two ends") }
  }

  private func call() {
    let number = lock.withLock { self.dice.roll() }
    var dice = Dice(number)
    switch dice.roll(16) {
    case 0...3: AudioServicesPlaySystemSound(sound)
    case 4...7:
      lock.withLock { startedBlocks += 1 }
      AudioServicesPlayAlertSoundWithCompletion(sound) { [self] in
        within()
        lock.withLock { calledBlocks += 1 }
      }
    case 8, 9:
      AudioServicesAddSystemSoundCompletion(
        sound, material.runLoop.runLoop, nil, { _, _ in }, nil)
    case 10: AudioServicesRemoveSystemSoundCompletion(sound)
    case 11, 12:
      var isUI = UInt32(dice.roll(2))
      var sound = sound
      AudioServicesSetProperty(kAudioServicesPropertyIsUISound, 4, &sound, 4, &isUI)
    case 13, 14:
      var value: UInt32 = 0
      var size: UInt32 = 4
      var sound = sound
      AudioServicesGetProperty(kAudioServicesPropertyIsUISound, 4, &sound, &size, &value)
    default:
      if dice.isOne(in: 8) { AudioServicesDisposeSystemSoundID(sound) }
    }
  }

  /// Makes a few calls, as a block may do.
  private func within() {
    let isLeft = lock.withLock { () -> Bool in
      callsWithin -= 1
      return callsWithin > 0
    }
    if isLeft { call() }
  }
}
