import AVFAudio

/// Random calls on a recorder, from several threads and from its delegate.
final class RecorderSequence: NSObject, CallSequence, AVAudioRecorderDelegate, @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let material: SequenceMaterial
  private let lock = NSLock()
  private var dice: Dice
  private var recorder: AVAudioRecorder?
  private weak var watched: AVAudioRecorder?
  private var callsWithin = 10

  init(_ material: SequenceMaterial) {
    self.material = material
    dice = material.dice
  }

  func run() {
    let kind = lock.withLock { dice.pick(["wav", "caf", "aiff"]) }
    let url = material.files.output(material.number, kind)
    guard begin(url) else { return material.complain("no recorder") }
    let callerCount = lock.withLock { 1 + dice.roll(3) }
    let callers = Callers(callerCount) { [self] _ in
      for _ in 0..<10 { call() }
    }
    if lock.withLock({ dice.isOne(in: 2) }) { callers.wait() }
    lock.withLock { self.recorder = nil }
    callers.wait()
    while lock.withLock({ watched != nil }) { usleep(500) }
    look(at: url)
    material.files.remove(url)
  }

  /// Makes the recorder, whose only owner is this object.
  private func begin(_ url: URL) -> Bool {
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000.0, AVNumberOfChannelsKey: 1,
      AVLinearPCMBitDepthKey: 16,
    ]
    guard let recorder = try? AVAudioRecorder(url: url, settings: settings) else { return false }
    lock.withLock { (self.recorder, watched) = (recorder, recorder) }
    DispatchQueue.main.sync { recorder.delegate = self }
    return true
  }

  /// After any calls, an existing file is a valid recording.
  private func look(at url: URL) {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    var file: AudioFileID?
    let status = AudioFileOpenURL(url as CFURL, .readPermission, 0, &file)
    if status != noErr { material.complain("a recording cannot be opened: \(status)") }
    if let file { AudioFileClose(file) }
  }

  private func call() {
    let (recorder, number) = lock.withLock { (self.recorder, self.dice.roll()) }
    guard let recorder else { return }
    var dice = Dice(number)
    let soon = recorder.deviceCurrentTime + Double(dice.roll(20)) / 1000
    switch dice.roll(16) {
    case 0...3: recorder.record()
    case 4: recorder.record(atTime: soon)
    case 5: recorder.record(forDuration: Double(dice.roll(20)) / 1000)
    case 6: recorder.record(atTime: soon, forDuration: Double(dice.roll(20)) / 1000)
    case 7, 8: recorder.pause()
    case 9, 10: recorder.stop()
    case 11: recorder.prepareToRecord()
    case 12: recorder.deleteRecording()
    case 13: recorder.isMeteringEnabled = dice.isOne(in: 2)
    case 14: recorder.updateMeters()
    default: _ = (recorder.isRecording, recorder.currentTime, recorder.settings, recorder.format)
    }
  }

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    if !flag { material.complain("a recording is incomplete") }
    let isLeft = lock.withLock { () -> Bool in
      callsWithin -= 1
      return callsWithin > 0
    }
    if isLeft { call() }
  }

  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
    material.complain("a recording failed: \(error.map { "\($0)" } ?? "")")
  }
}
