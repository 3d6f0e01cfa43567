internal import Synchronization

extension RecordingThread {
  /// Moves output into the next buffer, and returns the buffer once it is full.
  ///
  /// - Returns: Whether it made progress.
  func fill() -> Bool {
    guard !encoder.isEmpty else { return false }
    if filler.buffer == nil {
      let next = engine.shared.withLock { shared in
        shared.buffers.isEmpty ? nil : shared.buffers.removeFirst()
      }
      guard let next else { return false }
      let time = times.time(ofFrame: filler.position)
      filler.begin(next, startFrame: time.frames, nanoseconds: time.nanoseconds)
    }
    let outcome = filler.fill(from: encoder)
    if outcome == .packetTooLarge { observer?.recordingFailed(.packetTooLarge) }
    if outcome != .hasRoom { returnPart() }
    return true
  }

  /// Returns the buffer that is being filled.
  func returnPart() {
    guard let (buffer, part) = filler.end() else { return }
    observer?.recordingReturned(buffer, part, isDiscarded: false)
  }

  /// Returns all other buffers, empty.
  func discard() {
    let buffers = engine.shared.withLock { shared in
      defer { shared.buffers = [] }
      return shared.buffers
    }
    for buffer in buffers {
      observer?.recordingReturned(buffer, RecordedPart(), isDiscarded: true)
    }
  }
}
