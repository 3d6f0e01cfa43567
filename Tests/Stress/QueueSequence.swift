import AudioToolbox

/// Random calls on a queue that plays or records, from several threads and from its callbacks.
///
/// The sequence itself follows the rules. It accesses a buffer's memory only while the queue exists
/// and the client owns the buffer. The references that it passes may belong to freed buffers.
final class QueueSequence: CallSequence, @unchecked Sendable {
  // Sendable: `lock` guards all mutable state except `queue`, which is set before its first use.

  /// The state of the queue and its buffers.
  struct State {
    var dice: Dice
    var buffers: [AudioQueueBufferRef] = []
    /// How often each buffer was enqueued, or is being enqueued, and has not returned.
    ///
    /// While the count is positive, the sequence does not read the buffer.
    var claims: [AudioQueueBufferRef: Int] = [:]
    var timelines: [AudioQueueTimelineRef] = []
    /// The created taps, the number of attempts, and the numbers of the taps that a call has ended.
    var taps: [Tap] = []
    var tapCount: UInt = 0
    var endedTaps: Set<UInt> = []
    /// The destination of a rendering queue, freed with the queue.
    var renderBuffer: AudioQueueBufferRef?
    var isRendering = false
    /// From now on, the sequence leaves the queue's memory alone.
    var isEnding = false
    /// An immediate disposal of the queue has returned.
    var isOver = false
    var callbacksUnderWay = 0
    var callsWithin: Int
    /// The buffer that must return, and whether it has.
    var awaited: AudioQueueBufferRef?
    var hasCome = false
  }

  let material: SequenceMaterial
  let plan: QueuePlan
  private let lock = NSLock()
  private var state: State
  private(set) var key: UInt = 0
  private(set) var queue: AudioQueueRef?
  private let dispatchQueue = DispatchQueue(label: "stress")

  init(_ material: SequenceMaterial, isInput: Bool) {
    self.material = material
    var dice = material.dice
    plan = QueuePlan(&dice, isInput: isInput)
    state = State(dice: dice, callsWithin: plan.callsWithin)
  }

  func with<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

  /// Separate dice for one caller.
  private func dice() -> Dice { with { Dice($0.dice.roll()) } }

  func run() {
    key = SequenceTable.shared.add(self)
    defer { SequenceTable.shared.remove(key) }
    guard let queue = makeQueue() else { return }
    self.queue = queue
    if plan.hasTap {
      var dice = dice()
      addTap(queue, &dice)
    }
    let callers = Callers(plan.callers) { [self] caller in
      makeCalls(caller)
    }
    if plan.ending != .amidCalls { callers.wait() }
    end(queue)
    callers.wait()
    // A callback that ended the queue may not have returned yet.
    while with({ $0.callbacksUnderWay > 0 }) { usleep(200) }
    if AudioQueuePause(queue) != kAudio_ParamError { material.complain("the queue still exists") }
    waitForTaps()
    for timeline in with({ $0.timelines }) {
      if AudioQueueGetCurrentTime(queue, timeline, nil, nil) == noErr {
        material.complain("a timeline still exists")
      }
    }
    material.files.remove(material.files.output(material.number))
  }

  private func makeCalls(_ caller: Int) {
    var dice = dice()
    for _ in 0..<plan.callsOfEach {
      let number = dice.roll()
      let call: @Sendable () -> Void = { [self] in
        var dice = Dice(number)
        self.call(&dice)
      }
      // The first caller uses the thread of the callbacks, if possible.
      switch plan.place {
      case .runLoop where caller == 0: material.runLoop.perform(call)
      case .dispatchQueue where caller == 0: dispatchQueue.sync(execute: call)
      default: call()
      }
    }
  }

  // MARK: The queue

  private func makeQueue() -> AudioQueueRef? {
    var format = plan.format
    var made: AudioQueueRef?
    let userData = UnsafeMutableRawPointer(bitPattern: key)
    let runLoop = plan.place == .runLoop ? material.runLoop.runLoop : nil
    let key = key
    switch (plan.isInput, plan.place) {
    case (false, .dispatchQueue):
      AudioQueueNewOutputWithDispatchQueue(&made, &format, 0, dispatchQueue) { _, buffer in
        SequenceTable.shared.sequence(UnsafeMutableRawPointer(bitPattern: key))?.take(buffer)
      }
    case (true, .dispatchQueue):
      AudioQueueNewInputWithDispatchQueue(&made, &format, 0, dispatchQueue) { _, buffer, _, _, _ in
        SequenceTable.shared.sequence(UnsafeMutableRawPointer(bitPattern: key))?.take(buffer)
      }
    case (false, _):
      AudioQueueNewOutput(
        &format, { SequenceTable.shared.sequence($0)?.take($2) }, userData, runLoop, nil, 0, &made)
    case (true, _):
      AudioQueueNewInput(
        &format,
        { client, _, buffer, _, _, _ in
          SequenceTable.shared.sequence(client)?.take(buffer)
        }, userData, runLoop, nil, 0, &made)
    }
    return made
  }

  /// Adds or removes a listener for a property.
  func listen(_ queue: AudioQueueRef, _ property: AudioQueuePropertyID, isAdded: Bool) {
    let listener: AudioQueuePropertyListenerProc = { client, _, _ in
      SequenceTable.shared.sequence(client)?.within {}
    }
    let userData = UnsafeMutableRawPointer(bitPattern: key)
    if isAdded {
      AudioQueueAddPropertyListener(queue, property, listener, userData)
    } else {
      AudioQueueRemovePropertyListener(queue, property, listener, userData)
    }
  }

  // MARK: Callbacks

  private func take(_ buffer: AudioQueueBufferRef) {
    within {
      with { state in
        if state.awaited == buffer { state.hasCome = true }
        state.claims[buffer, default: 1] -= 1
        // Recorded bytes are readable unless another call has freed or enqueued the buffer.
        if !state.isEnding, state.buffers.contains(buffer), state.claims[buffer, default: 0] <= 0 {
          let bytes = UnsafeRawBufferPointer(
            start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
          state.dice = Dice(state.dice.roll() &+ UInt64(bytes.last ?? 0))
        }
      }
    }
  }

  /// Makes a few calls, as every callback does.
  func within(_ body: () -> Void) {
    let isLate = with { state -> Bool in
      state.callbacksUnderWay += 1
      return state.isOver
    }
    if isLate { material.complain("a callback after the end (\(plan))") }
    body()
    var dice = dice()
    for _ in 0..<dice.roll(3) {
      let isLeft = with { state -> Bool in
        state.callsWithin -= 1
        return state.callsWithin >= 0
      }
      if isLeft { call(&dice) }
    }
    with { $0.callbacksUnderWay -= 1 }
  }
}
