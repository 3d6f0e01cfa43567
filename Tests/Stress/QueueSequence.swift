import AudioToolbox

/// Random calls on a queue that plays or records, from several threads and from within its callbacks.
///
/// What it does itself is legal: it touches a buffer's memory only while the queue is there and the buffer the client's own. The
/// references that it passes may be those of buffers that are freed by now.
final class QueueSequence: CallSequence, @unchecked Sendable {
  // Sendable: `lock` guards all that changes, but for `queue`, which is set before anyone asks.

  /// What has become of the queue and its buffers.
  struct State {
    var dice: Dice
    var buffers: [AudioQueueBufferRef] = []
    /// How often each buffer was given to the queue, or is about to be, and has not come back: nobody else reads it then.
    var claims: [AudioQueueBufferRef: Int] = [:]
    var timelines: [AudioQueueTimelineRef] = []
    /// Taps that were made, how many were tried, and the numbers of those that a call has ended.
    var taps: [Tap] = []
    var tapCount: UInt = 0
    var endedTaps: Set<UInt> = []
    /// What is rendered into, once the queue renders; freed with the queue.
    var renderBuffer: AudioQueueBufferRef?
    var isRendering = false
    /// Nothing of the queue's memory is touched any more.
    var isEnding = false
    /// A call that ends the queue at once has returned.
    var isOver = false
    var callbacksUnderWay = 0
    var callsWithin: Int
    /// The buffer that is to come back, and whether it has.
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

  /// Dice of a caller's own.
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
    // A callback that ended the queue may still be on its way out.
    while with({ $0.callbacksUnderWay > 0 }) { usleep(200) }
    if AudioQueuePause(queue) != kAudio_ParamError { material.complain("the queue is still there") }
    waitForTaps()
    for timeline in with({ $0.timelines }) {
      if AudioQueueGetCurrentTime(queue, timeline, nil, nil) == noErr {
        material.complain("a timeline is still there")
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
      // The first caller is where callbacks are called, if that can be had.
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

  /// Has the queue tell of a property.
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
        // What was recorded can be read, unless another call has freed the buffer, or given it away again.
        if !state.isEnding, state.buffers.contains(buffer), state.claims[buffer, default: 0] <= 0 {
          let bytes = UnsafeRawBufferPointer(
            start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
          state.dice = Dice(state.dice.roll() &+ UInt64(bytes.last ?? 0))
        }
      }
    }
  }

  /// What every callback does: some calls.
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
