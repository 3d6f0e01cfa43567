import AudioToolbox

extension QueueSequence {
  /// Disposes of the queue as planned.
  ///
  /// Returns after the end.
  func end(_ queue: AudioQueueRef) {
    switch plan.ending {
    case .afterPlaying: playOnce(queue)
    case .whenDone:
      // A rendering queue ends when all frames are rendered, but all rendering calls have ended.
      if with({ $0.renderBuffer == nil }) {
        dispose(queue, isAtOnce: false)
        waitUntil { AudioQueuePause(queue) == kAudio_ParamError }
        return
      }
    case .byMany:
      let group = DispatchGroup()
      for number in 0..<4 {
        group.enter()
        Thread.detachNewThread { [self] in
          if let queue = self.queue { dispose(queue, isAtOnce: number % 2 == 0) }
          group.leave()
        }
      }
      group.wait()
    case .atOnce, .amidCalls, .byAnyone: break
    }
    dispose(queue, isAtOnce: true)
    // If another call disposes of the queue, the disposal may still be in progress.
    waitUntil { AudioQueuePause(queue) == kAudio_ParamError }
  }

  func dispose(_ queue: AudioQueueRef, isAtOnce: Bool) {
    with { $0.isEnding = true }
    let status = AudioQueueDispose(queue, isAtOnce)
    if status == noErr, isAtOnce { with { $0.isOver = true } }
    if ![noErr, kAudioQueueErr_DisposalPending, kAudio_ParamError].contains(status) {
      material.complain("ending: \(status)")
    }
  }

  /// After any calls, the queue still plays or records.
  private func playOnce(_ queue: AudioQueueRef) {
    expect(AudioQueueStop(queue, true), "stop")
    // Other threads may still stop the queue. Here, all calls have returned, but callbacks may
    // still run.
    waitUntil { with { $0.callbacksUnderWay == 0 } }
    with { $0.callsWithin = 0 }
    waitUntil { with { $0.callbacksUnderWay == 0 } }
    expect(AudioQueueStop(queue, true), "stop again")
    if !plan.isInput, with({ $0.renderBuffer != nil }) {
      expect(AudioQueueSetOfflineRenderFormat(queue, nil, nil), "play again")
    }
    expect(setDevice(queue, "null"), "device")
    guard let buffer = makeBuffer(queue, frames: 64, isLast: true) else {
      return material.complain("no buffer")
    }
    with { ($0.awaited, $0.hasCome) = (buffer, false) }
    expect(enqueue(queue, buffer), "enqueue")
    expect(AudioQueueStart(queue, nil), "start")
    waitUntil {
      // Deactivation of a session during this time pauses the queue.
      AudioQueueStart(queue, nil)
      return with { $0.hasCome }
    }
    expect(AudioQueueStop(queue, true), "stop at last")
    var isRunning: UInt32 = 9
    var size: UInt32 = 4
    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
    if isRunning != 0 { material.complain("runs after a stop") }
  }

  private func expect(_ status: OSStatus, _ what: String) {
    if status != noErr { material.complain("\(what): \(status) (\(plan))") }
  }

  /// Waits until a condition holds.
  ///
  /// If it never does, the sequence hangs, which is detected.
  func waitUntil(_ condition: () -> Bool) {
    while !condition() { usleep(500) }
  }
}
