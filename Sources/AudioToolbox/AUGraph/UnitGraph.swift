internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A graph of units: nodes, and the sources of their inputs.
///
/// The units pull each other. The graph makes, connects, initializes, and starts them.
final class UnitGraph: Sendable {
  static let all = HandleTable<UnitGraph>()

  let state = Mutex(UnitGraphState())
  /// Held while units are made, connected, or started.
  let turns = WaitingLock()
  /// The thread that has the turn, or 0.
  private let owner = Atomic<UInt>(0)

  init() {}

  static func find(_ reference: AUGraph) throws(StatusError) -> UnitGraph {
    guard let graph = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return graph
  }

  /// Runs a change of the units after all changes in progress on other threads have ended.
  ///
  /// - Throws: `kAUGraphErr_CannotDoInCurrentContext` if a listener calls during a change, or if a
  ///   thread of the device would have to wait: the change in progress may wait for that thread.
  func inTurn<Result>(_ body: () throws(StatusError) -> Result) throws(StatusError) -> Result {
    let caller = AudioThread.currentIdentifier
    guard owner.load(ordering: .relaxed) != caller else {
      throw StatusError(kAUGraphErr_CannotDoInCurrentContext)
    }
    if (try? output())??.isDeviceCalling == true {
      guard turns.takeIfFree() else { throw StatusError(kAUGraphErr_CannotDoInCurrentContext) }
    } else {
      turns.take()
    }
    owner.store(caller, ordering: .relaxed)
    defer {
      owner.store(0, ordering: .relaxed)
      turns.give()
    }
    return try body()
  }

  // MARK: Life

  func open() throws(StatusError) {
    try inTurn { () throws(StatusError) in
      guard !state.withLock({ $0.isOpen }) else { return }
      do throws(StatusError) {
        for node in state.withLock({ $0.nodes }) { try open(node.number) }
      } catch {
        closeUnits()
        throw error
      }
      state.withLock { $0.isOpen = true }
    }
  }

  /// Makes the unit of a node.
  private func open(_ number: AUNode) throws(StatusError) {
    guard let node = state.withLock({ $0[number] }), node.unit == 0 else { return }
    var description = node.description
    guard let component = unsafe AudioComponentFindNext(nil, &description) else {
      throw StatusError(kAUGraphErr_InvalidAudioUnit)
    }
    let reference = try unsafe UnitInstance.make(component)
    let unit = UInt(bitPattern: reference)
    let notifications = state.withLock { state in
      state.update(number) { $0.unit = unit }
      return node.isOutput ? state.notifications : []
    }
    for notification in notifications {
      try UnitInstance.find(number: unit).addNotification(notification)
    }
  }

  func close() throws(StatusError) {
    try uninitialize()
    try inTurn { () throws(StatusError) in
      closeUnits()
      state.withLock { $0.isOpen = false }
    }
    waitForStoppingUnits()
  }

  /// Waits until units that a callback closed no longer render; on their own threads, returns.
  private func waitForStoppingUnits() {
    for unit in state.withLock({ $0.stopping }) where !unit.isDeviceCalling {
      try? unit.uninitialize()
      state.withLock { state in state.stopping.removeAll { $0 === unit } }
    }
  }

  private func closeUnits() {
    if let output = try? output(), output.isDeviceCalling {
      state.withLock { $0.stopping.append(output) }
    }
    let units = state.withLock { state -> [UInt] in
      defer { for index in state.nodes.indices { state.nodes[index].unit = 0 } }
      let retired = state.retired
      state.retired = []
      return state.nodes.map(\.unit) + retired
    }
    for unit in units { Self.dispose(unit) }
  }

  static func dispose(_ unit: UInt) {
    if let unit = unsafe AudioUnit(bitPattern: unit) {
      unsafe AudioComponentInstanceDispose(unit)
    }
  }

  func initialize() throws(StatusError) {
    try inTurn { () throws(StatusError) in
      let (isOpen, isDone) = state.withLock { ($0.isOpen, $0.isInitialized) }
      guard isOpen else { throw StatusError(kAudioUnitErr_Uninitialized) }
      guard !isDone else { return }
      do throws(StatusError) {
        try applyChanges()
      } catch {
        uninitializeUnits()
        throw error
      }
      state.withLock { $0.isInitialized = true }
    }
  }

  func uninitialize() throws(StatusError) {
    try stop()
    try inTurn { () throws(StatusError) in
      guard state.withLock({ $0.isInitialized }) else { return }
      uninitializeUnits()
      state.withLock { $0.isInitialized = false }
    }
  }

  private func uninitializeUnits() {
    let units = state.withLock { state -> [UInt] in
      defer {
        state.applied = []
        for index in state.nodes.indices { state.nodes[index].isInitialized = false }
      }
      return state.nodes.map(\.unit)
    }
    for unit in units { try? (try? UnitInstance.find(number: unit))?.uninitialize() }
  }

  func start() throws(StatusError) {
    try inTurn { () throws(StatusError) in
      guard state.withLock({ $0.isInitialized }) else {
        throw StatusError(kAudioUnitErr_Uninitialized)
      }
      guard let output = try output() else { throw StatusError(kAUGraphErr_OutputNodeErr) }
      try output.start()
      state.withLock { $0.isRunning = true }
    }
  }

  func stop() throws(StatusError) {
    guard state.withLock({ $0.isRunning }) else { return }
    // This call waits for the device, so it must hold no lock that a callback could need.
    try output()?.stop()
    state.withLock { $0.isRunning = false }
  }

  /// The unit of the output node; `nil` without one.
  func output() throws(StatusError) -> UnitInstance? {
    guard let node = state.withLock({ $0.nodes.first { $0.isOutput } }), node.unit != 0 else {
      return nil
    }
    return try UnitInstance.find(number: node.unit)
  }

  // MARK: Nodes

  func add(_ description: AudioComponentDescription) throws(StatusError) -> AUNode {
    let (number, isOpen) = try state.withLock { state throws(StatusError) in
      let node = UnitGraphNode(number: state.lastNumber + 1, description: description)
      if node.isOutput, state.nodes.contains(where: \.isOutput) {
        throw StatusError(kAUGraphErr_OutputNodeErr)
      }
      state.lastNumber = node.number
      state.nodes.append(node)
      return (node.number, state.isOpen)
    }
    guard isOpen else { return number }
    do throws(StatusError) {
      try inTurn { () throws(StatusError) in try open(number) }
    } catch {
      state.withLock { state in state.nodes.removeAll { $0.number == number } }
      throw error
    }
    return number
  }

  func remove(_ number: AUNode) throws(StatusError) {
    let unit = try state.withLock { state throws(StatusError) -> UInt in
      let node = try state.node(number)
      let unit = node.unit
      // After the removal, no call could stop a running output unit.
      if state.isRunning, node.isOutput {
        throw StatusError(kAUGraphErr_CannotDoInCurrentContext)
      }
      state.nodes.removeAll { $0.number == number }
      state.wanted.removeAll { $0.involves(number) }
      guard state.isInitialized else { return unit }
      // The connections of the unit stay in use until the next update.
      state.retired.append(unit)
      return 0
    }
    Self.dispose(unit)
  }
}

extension UnitInstance {
  /// Finds the instance for the number of a reference.
  static func find(number: UInt) throws(StatusError) -> UnitInstance {
    guard let reference = unsafe AudioUnit(bitPattern: number) else {
      throw StatusError(kAUGraphErr_InvalidAudioUnit)
    }
    return try unsafe find(reference)
  }
}
