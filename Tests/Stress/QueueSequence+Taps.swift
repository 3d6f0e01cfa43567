import AudioToolbox

/// The memory that a tap's callback receives.
struct TapCall {
  var tap: AudioQueueProcessingTapRef
  var count: UInt32
  var time: UnsafeMutablePointer<AudioTimeStamp>
  var flags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>
  var frames: UnsafeMutablePointer<UInt32>
  var data: UnsafeMutablePointer<AudioBufferList>

  /// The samples of each channel.
  var planes: [UnsafeMutableBufferPointer<Float>] {
    UnsafeMutableAudioBufferListPointer(data).map { buffer in
      UnsafeMutableBufferPointer(
        start: buffer.mData?.assumingMemoryBound(to: Float.self),
        count: Int(buffer.mDataByteSize) / 4)
    }
  }
}

extension QueueSequence {
  /// A tap that was created, with its number in the queue.
  struct Tap {
    var number: UInt
    var reference: AudioQueueProcessingTapRef
  }

  /// A tap's user data is this factor times the sequence's key, plus the tap's number.
  private static let mostTaps: UInt = 1 << 12

  /// Adds a tap.
  ///
  /// The call fails if the queue is running or has a tap.
  func addTap(_ queue: AudioQueueRef, _ dice: inout Dice) {
    let number = with { state -> UInt in
      state.tapCount += 1
      return state.tapCount
    }
    guard number < Self.mostTaps else { return }
    let place: AudioQueueProcessingTapFlags = dice.isOne(in: 2) ? .preEffects : .postEffects
    var mostFrames: UInt32 = 0
    var format = AudioStreamBasicDescription()
    var made: AudioQueueProcessingTapRef?
    let status = AudioQueueProcessingTapNew(
      queue,
      { data, tap, count, time, flags, frames, list in
        let call = TapCall(
          tap: tap, count: count, time: time, flags: flags, frames: frames, data: list)
        let bits = UInt(bitPattern: data)
        let key = UnsafeMutableRawPointer(bitPattern: bits / QueueSequence.mostTaps)
        SequenceTable.shared.sequence(key)?.process(call, bits % QueueSequence.mostTaps)
      }, UnsafeMutableRawPointer(bitPattern: key * Self.mostTaps + number),
      dice.isOne(in: 2) ? place.union(.siphon) : place, &mostFrames, &format, &made)
    let refusals = [
      kAudioQueueErr_TooManyTaps, kAudioQueueErr_InvalidRunState, kAudioQueueErr_DisposalPending,
      kAudio_ParamError,
    ]
    if let made {
      with { $0.taps.append(Tap(number: number, reference: made)) }
      if status != noErr || mostFrames == 0 || format.mSampleRate != plan.format.mSampleRate
        || format.mChannelsPerFrame != plan.format.mChannelsPerFrame
      {
        material.complain("a tap of \(mostFrames) frames, \(format) (\(plan))")
      }
    } else if !refusals.contains(status) {
      material.complain("a tap: \(status) (\(plan))")
    }
  }

  /// Disposes of a tap that was created earlier.
  func removeTap(_ dice: inout Dice) {
    let index = dice.roll(Int(Self.mostTaps))
    guard let tap = with({ $0.taps.isEmpty ? nil : $0.taps[index % $0.taps.count] }) else { return }
    let status = AudioQueueProcessingTapDispose(tap.reference)
    if status == noErr { with { _ = $0.endedTaps.insert(tap.number) } }
    if ![noErr, kAudioQueueErr_InvalidRunState, kAudio_ParamError].contains(status) {
      material.complain("ending a tap: \(status) (\(plan))")
    }
  }

  /// Waits until all taps have ended with their queue, because another call may be ending it.
  func waitForTaps() {
    var (time, frames) = (0.0, UInt32(0))
    for tap in with({ $0.taps }) {
      waitUntil {
        AudioQueueProcessingTapGetQueueTime(tap.reference, &time, &frames) == kAudio_ParamError
      }
    }
  }

  // MARK: The callback

  private func process(_ call: TapCall, _ number: UInt) {
    if with({ $0.endedTaps.contains(number) }) { material.complain("a call of a tap that ended") }
    within {
      if UnsafeMutableAudioBufferListPointer(call.data).count != plan.format.mChannelsPerFrame {
        material.complain("a tap of other channels (\(plan))")
      }
      if call.flags.pointee.contains(.siphon) { watch(call) } else { change(call) }
    }
  }

  /// Reads the samples that pass.
  private func watch(_ call: TapCall) {
    let count = Int(call.frames.pointee)
    if count > call.count || call.planes.contains(where: { $0.count != count }) {
      material.complain("\(count) frames of \(call.count) in a tap (\(plan))")
    }
    for plane in call.planes { with { $0.dice = Dice($0.dice.roll() &+ sum(plane)) } }
    if source(call, call.count) != kAudioQueueErr_InvalidTapType {
      material.complain("a siphon has a source (\(plan))")
    }
  }

  /// Requests as many frames as required, fewer, or more, and returns them at half the volume.
  private func change(_ call: TapCall) {
    let others = [max(1, call.count / 2), call.count + 99]
    // A recording's length cannot change.
    let wanted = plan.isInput ? call.count : with { $0.dice.pick(others + [call.count]) }
    let status = source(call, wanted)
    let count = Int(call.frames.pointee)
    if status != noErr || count > wanted || call.planes.contains(where: { $0.count != count }) {
      return material.complain("\(count) frames of \(wanted) for a tap: \(status) (\(plan))")
    }
    for plane in call.planes {
      for index in plane.indices { plane[index] /= 2 }
    }
    call.frames.pointee = min(call.frames.pointee, call.count)
    var (time, frames) = (0.0, UInt32(0))
    let timeStatus = AudioQueueProcessingTapGetQueueTime(call.tap, &time, &frames)
    // Frames that have not arrived have no time.
    let wantedStatus = plan.isInput ? kAudioQueueErr_InvalidTapType : noErr
    if count > 0 && timeStatus != wantedStatus || time < 0 {
      material.complain("the time of a tap: \(timeStatus), \(time) (\(plan))")
    }
  }

  private func source(_ call: TapCall, _ count: UInt32) -> OSStatus {
    AudioQueueProcessingTapGetSourceAudio(
      call.tap, count, call.time, call.flags, call.frames, call.data)
  }

  private func sum(_ plane: UnsafeMutableBufferPointer<Float>) -> UInt64 {
    plane.reduce(0) { $0 &+ UInt64($1.bitPattern) }
  }
}
