import AVFAudio

/// Random calls on a player, from several threads and from its delegate.
final class PlayerSequence: NSObject, CallSequence, AVAudioPlayerDelegate, @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let material: SequenceMaterial
  private let lock = NSLock()
  private var dice: Dice
  private var player: AVAudioPlayer?
  private weak var watched: AVAudioPlayer?
  private var callsWithin = 20

  init(_ material: SequenceMaterial) {
    self.material = material
    dice = material.dice
  }

  func run() {
    guard begin() else { return material.complain("no player") }
    let (callerCount, calls) = lock.withLock { (1 + dice.roll(3), dice.pick([3, 10, 30])) }
    let callers = Callers(callerCount) { [self] _ in
      for _ in 0..<calls { call() }
    }
    // Half of the sequences release the player during the calls.
    if lock.withLock({ dice.isOne(in: 2) }) { callers.wait() }
    lock.withLock { self.player = nil }
    callers.wait()
    while lock.withLock({ watched != nil }) { usleep(500) }
    material.files.remove(material.files.output(material.number))
  }

  /// Makes the player, whose only owner is this object.
  private func begin() -> Bool {
    guard let player = makePlayer() else { return false }
    lock.withLock { (self.player, watched) = (player, player) }
    // The delegate receives calls on the main thread.
    DispatchQueue.main.sync { player.delegate = self }
    return true
  }

  private func makePlayer() -> AVAudioPlayer? {
    let (index, isData) = lock.withLock { (dice.roll(StressFiles.soundCount), dice.isOne(in: 2)) }
    let url = material.files.sound(index)
    if isData, let data = try? Data(contentsOf: url) { return try? AVAudioPlayer(data: data) }
    return try? AVAudioPlayer(contentsOf: url)
  }

  private func call() {
    let (player, number) = lock.withLock { (self.player, self.dice.roll()) }
    guard let player else { return }
    var dice = Dice(number)
    switch dice.roll(24) {
    case 0...4: player.play()
    case 5: player.play(atTime: player.deviceCurrentTime + Double(dice.roll(20)) / 1000)
    case 6, 7: player.pause()
    case 8, 9: player.stop()
    case 10: player.prepareToPlay()
    case 11, 12: player.currentTime = Double(dice.roll(100)) / 1000
    case 13: player.numberOfLoops = dice.roll(4) - 1
    case 14:
      player.setVolume(Float(dice.roll(100)) / 100, fadeDuration: Double(dice.roll(50)) / 1000)
    case 15: player.pan = Float(dice.roll(200) - 100) / 100
    case 16: player.enableRate = dice.isOne(in: 2)
    case 17: player.rate = Float(dice.roll(200)) / 100
    case 18: player.isMeteringEnabled = dice.isOne(in: 2)
    case 19:
      player.updateMeters()
      if player.averagePower(forChannel: 0) > 0.1 { material.complain("a level above full scale") }
    case 20:
      let device = "offline:\(material.files.output(material.number).path)"
      player.currentDevice = dice.pick(["null", device, "nowhere"])
    case 21:
      if player.currentTime > player.duration + 0.001 { material.complain("time after the end") }
    case 22: _ = (player.isPlaying, player.format, player.settings, player.currentDevice)
    default: player.volume = 1
    }
  }

  /// Makes a few calls, as a delegate may do.
  private func within() {
    let count = lock.withLock { () -> Int in
      callsWithin -= 1
      return callsWithin > 0 ? dice.roll(3) : 0
    }
    for _ in 0..<count { call() }
    // Some delegates release their player.
    lock.withLock { if dice.isOne(in: 20) { player = nil } }
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    if !flag { material.complain("a sound could not be decoded") }
    within()
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    material.complain("a sound could not be decoded")
  }
}
