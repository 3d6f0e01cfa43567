internal import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// The client's function for user events, and the sequence that contains them.
struct UserEvents {
  private let sequence: SequenceObject
  private let callback: SequenceObject.Callback

  /// `nil` if the client has set no function.
  init?(_ sequence: SequenceObject) {
    guard let callback = sequence.state.withLock({ $0.callback }) else { return nil }
    self.sequence = sequence
    self.callback = callback
  }

  /// Calls the function with the user events after `start` and up to `end`.
  ///
  /// - Parameters:
  ///   - start: The beat after which events count.
  ///   - end: The last beat that counts.
  ///   - calls: Makes the calls, one at a time.
  ///   - isWanted: Whether the player still plays.
  func call(
    from start: Double, to end: Double, in calls: ClientCalls, if isWanted: () -> Bool
  ) {
    let found = sequence.read { $0.userEvents(after: start, to: end) }
    for event in found {
      calls.run(if: isWanted) { call(event.track, event.beat, event.bytes, start, end) }
    }
  }

  private func call(
    _ track: Int, _ beat: Double, _ bytes: [UInt8], _ start: Double, _ end: Double
  ) {
    guard let reference = unsafe sequence.reference,
      let track = unsafe sequence.reference(ofTrack: track)
    else { return }
    // The length in four bytes, then the bytes.
    var memory = [UInt32](repeating: 0, count: 2 + bytes.count / 4)
    memory[0] = UInt32(bytes.count)
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe memory[4...].copyBytes(from: bytes)
      guard let base = memory.baseAddress else { return }
      // Safe: the client has set the function, and the event lives during the call.
      let function = unsafe unsafeBitCast(callback.function, to: MusicSequenceUserCallback.self)
      unsafe function(
        UnsafeMutableRawPointer(bitPattern: callback.data), reference, track, beat,
        UnsafeRawPointer(base).assumingMemoryBound(to: MusicEventUserData.self), start, end)
    }
  }
}
