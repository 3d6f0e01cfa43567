internal import CoreAudioTypes
internal import Synchronization

extension UnitGraph {
  /// Applies the changes since the last update.
  func update(waiting: Bool) throws(StatusError) {
    try inTurn { () throws(StatusError) in
      guard state.withLock({ $0.isInitialized }) else { return }
      try applyChanges()
    }
    if waiting { try output()?.waitForRendering() }
  }

  /// Removes the inputs that the client no longer wants, and adds the new ones.
  ///
  /// A source comes before the units that it feeds. The first error ends the call, and the next
  /// call continues.
  func applyChanges() throws(StatusError) {
    let (old, new, order) = state.withLock { state in
      (
        state.applied.filter { !state.wanted.contains($0) },
        state.wanted.filter { !state.applied.contains($0) }, state.order
      )
    }
    for input in old {
      let isReplaced = new.contains { $0.feeds(input.node, input.bus) }
      if !isReplaced { try disconnect(input) }
      state.withLock { state in state.applied.removeAll { $0 == input } }
    }
    for number in order {
      for input in new where input.node == number {
        do throws(StatusError) {
          try connect(input)
        } catch {
          // The earlier source of the input is no longer wanted.
          try? disconnect(input)
          throw error
        }
        state.withLock { $0.applied.append(input) }
      }
      try initialize(number)
    }
    let retired = state.withLock { state in
      defer { state.retired = [] }
      return state.retired
    }
    for unit in retired { Self.dispose(unit) }
  }

  private func disconnect(_ input: UnitGraphInput) throws(StatusError) {
    // A unit disappears with its removed node, so its inputs need no change.
    guard let node = state.withLock({ $0[input.node] }) else { return }
    try UnitInstance.find(number: node.unit)
      .removeSource(UnitPart(kAudioUnitScope_Input, AudioUnitElement(input.bus)))
  }

  private func connect(_ input: UnitGraphInput) throws(StatusError) {
    let unit = try UnitInstance.find(number: state.withLock { $0[input.node]?.unit ?? 0 })
    let part = UnitPart(kAudioUnitScope_Input, AudioUnitElement(input.bus))
    switch input.source {
    case .node(let number, let bus):
      let source = state.withLock { $0[number]?.unit ?? 0 }
      let connection = unsafe AudioUnitConnection(
        sourceAudioUnit: AudioUnit(bitPattern: source), sourceOutputNumber: UInt32(bus),
        destInputNumber: UInt32(input.bus))
      try unsafe unit.set(kAudioUnitProperty_MakeConnection, part, to: connection)
    case .callback(let callback):
      let structure = unsafe AURenderCallbackStruct(
        inputProc: callback.proc, inputProcRefCon: callback.data)
      try unsafe unit.set(kAudioUnitProperty_SetRenderCallback, part, to: structure)
    }
  }

  /// Initializes the unit of a node, if necessary.
  private func initialize(_ number: AUNode) throws(StatusError) {
    guard let node = state.withLock({ $0[number] }), !node.isInitialized else { return }
    try UnitInstance.find(number: node.unit).initialize()
    state.withLock { $0.update(number) { $0.isInitialized = true } }
  }

  // MARK: Interactions

  func add(_ input: UnitGraphInput) throws(StatusError) {
    try state.withLock { state throws(StatusError) in try state.add(input) }
  }

  func removeInput(_ number: AUNode, _ bus: Int) throws(StatusError) {
    try state.withLock { state throws(StatusError) in
      _ = try state.node(number)
      guard state.wanted.contains(where: { $0.feeds(number, bus) }) else {
        throw StatusError(kAUGraphErr_InvalidConnection)
      }
      state.wanted.removeAll { $0.feeds(number, bus) }
    }
  }

  /// The interactions of a node.
  func inputs(of number: AUNode) throws(StatusError) -> [UnitGraphInput] {
    try state.withLock { state throws(StatusError) in
      _ = try state.node(number)
      return state.wanted.filter { $0.involves(number) }
    }
  }

  // MARK: Notifications

  func addNotification(_ notification: RenderNotification) throws(StatusError) {
    state.withLock { $0.notifications.append(notification) }
    try output()?.addNotification(notification)
  }

  func removeNotification(_ notification: RenderNotification) throws(StatusError) {
    let isKnown = state.withLock { state -> Bool in
      guard let index = state.notifications.firstIndex(of: notification) else { return false }
      state.notifications.remove(at: index)
      return true
    }
    if isKnown { try output()?.removeNotification(notification) }
  }
}

extension UnitInstance {
  /// Sets a property to a C structure.
  func set<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ part: UnitPart, to value: Value
  ) throws(StatusError) {
    var result: StatusError?
    // Safe: the value is only read during the call.
    unsafe withUnsafeBytes(of: value) { bytes in
      guard let memory = bytes.baseAddress else { return }
      do throws(StatusError) {
        try unsafe set(
          property, part, to: SettingValue(memory: memory, byteCount: bytes.count))
      } catch {
        result = error
      }
    }
    if let result { throw result }
  }
}
