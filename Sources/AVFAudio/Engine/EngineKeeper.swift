internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import Synchronization

/// The thread of an engine: releases plans, reports items that were played, and follows the device.
///
/// It never calls a client: handlers run on their own thread.
final class EngineKeeper: Sendable {
  private struct State {
    var players: [PlayerParts] = []
    var isEnded = false
    var hasThread = false
    /// Reports of items that have not been heard, with the frame of the graph at their end.
    var unheard: [(end: Int, report: PlayerReport)] = []
    /// The frame of the graph at which the device started; `nil` while no device plays.
    var deviceOrigin: Int?
    /// Whether the recording device pulls the graph; then frames count as heard at once.
    var isPulledByInput = false
    var graphRate = 44_100.0
    /// The last anchor, for the render thread.
    var lastAnchor: (frame: Int, nanoseconds: Int)?
  }

  /// Nanoseconds between two checks of the device while items have not been heard.
  private static let interval = 5_000_000

  let news: GraphNews
  let graph: RenderGraph
  let playback: PulledPlayback
  let handlers = SerialThread(name: "oca-handlers")
  /// The loss of the device.
  let loss: DeviceLoss
  private let lost: @Sendable () -> Void
  private let state = Mutex(State())

  /// Makes a keeper; ``start()`` starts its thread.
  ///
  /// - Parameters:
  ///   - choice: The devices of the engine.
  ///   - lost: Called on the keeper's thread when the device is gone.
  init(_ choice: DeviceChoice, lost: @escaping @Sendable () -> Void) {
    let signal = Signal()
    let loss = DeviceLoss(signal)
    news = GraphNews(signal)
    self.loss = loss
    self.lost = lost
    graph = RenderGraph(GraphFormat(sampleRate: 44_100, channelCount: 2), news: news)
    playback = PulledPlayback(choice) { if case .lost = $0 { loss.note() } }
  }

  // MARK: Any thread

  /// Starts the thread, if it does not run.
  func start() {
    let mustStart = state.withLock { state -> Bool in
      defer { state.hasThread = true }
      return !state.hasThread && !state.isEnded
    }
    if mustStart { _ = AudioThread(name: "oca-engine") { [self] in run() } }
  }

  /// Ends the thread without waiting.
  func end() {
    state.withLock { $0.isEnded = true }
    signal.post()
  }

  /// Adds a player, whose items it reports.
  func add(_ player: PlayerParts) {
    player.voice.setNews(news)
    state.withLock { $0.players.append(player) }
    signal.post()
  }

  func remove(_ player: PlayerParts) {
    state.withLock { $0.players.removeAll { $0 === player } }
  }

  /// The players of the engine.
  var players: [PlayerParts] { state.withLock { $0.players } }

  /// Sets the relation between the device's frames and those of the graph.
  ///
  /// - Parameters:
  ///   - origin: The frame of the graph at which the device started, or `nil` without a device.
  ///   - rate: The rate of the graph, in hertz.
  ///   - isPulledByInput: Whether the recording device pulls the graph.
  func setDevice(origin: Int?, rate: Double, isPulledByInput: Bool = false) {
    _ = loss.take()
    state.withLock { state in
      (state.deviceOrigin, state.graphRate) = (origin, rate)
      (state.isPulledByInput, state.lastAnchor) = (isPulledByInput, nil)
    }
    signal.post()
  }

  /// A frame of the graph and the time at which it is heard; `nil` without a device.
  var anchor: (frame: Int, nanoseconds: Int)? {
    let (deviceOrigin, isPulled, last) = state.withLock {
      ($0.deviceOrigin, $0.isPulledByInput, $0.lastAnchor)
    }
    if isPulled { return graph.lastSlice }
    guard let origin = deviceOrigin else { return nil }
    // On the render thread, the device may already hold the lock that `playback.position` takes.
    if graph.isRenderThread { return last ?? graph.lastSlice }
    let position = playback.position
    if position.frames == 0, let last = graph.lastSlice { return last }
    let anchor = (frame: origin + position.frames, nanoseconds: position.nanoseconds)
    state.withLock { state in
      if state.deviceOrigin != nil { state.lastAnchor = anchor }
    }
    return anchor
  }

  /// The signal that wakes the thread.
  var signal: Signal { news.signal }

  /// Reports the items that have been rendered or heard.
  ///
  /// - Parameter frame: Items that end after this frame of the graph wait.
  func report(until frame: Int? = nil) {
    let frame = frame ?? graph.frame
    let players = players
    var ended: [(end: Int, report: PlayerReport)] = []
    for player in players {
      let clock = FrameClock(player.sampleRate, graphRate: state.withLock { $0.graphRate })
      // Before a time effect, an item counts as heard with the end of its slice.
      let progress = player.core.progress
      let isWarped = progress.isWarped && frame != .max
      let end = isWarped ? progress.nextFrame : clock.frame(at: frame)
      for item in player.voice.takeEnded(until: end) {
        guard let report = item.takeReport() else { continue }
        ended.append((isWarped ? frame : clock.graphFrame(at: item.endFrame ?? 0), report))
      }
    }
    let heard = anchor?.frame
    let due = state.withLock { state in
      state.unheard += ended.filter { $0.report.moment == .playedBack }
      let due = state.unheard.filter { $0.end <= heard ?? .max }
      state.unheard.removeAll { $0.end <= heard ?? .max }
      return due
    }
    let others = ended.filter { $0.report.moment != .playedBack }
    let first = others.filter { $0.report.moment == .consumed }
    let second = others.filter { $0.report.moment == .rendered }
    for entry in first + second + due { handlers.post(entry.report.handler) }
  }

  // MARK: The thread

  private func run() {
    while !state.withLock({ $0.isEnded }) {
      graph.releaseRetired()
      report()
      if loss.take() { lost() }
      if state.withLock({ $0.unheard.isEmpty }) {
        signal.wait()
      } else {
        signal.wait(until: MonotonicClock.nanoseconds + Self.interval)
      }
    }
    // No device plays any more, so all items count as heard.
    state.withLock { $0.deviceOrigin = nil }
    report(until: .max)
  }
}

/// Notes that the device of an engine is gone.
final class DeviceLoss: Sendable {
  private let isNoted = Atomic<Bool>(false)
  private let signal: Signal

  init(_ signal: Signal) {
    self.signal = signal
  }

  func note() {
    isNoted.store(true, ordering: .releasing)
    signal.post()
  }

  func take() -> Bool { isNoted.exchange(false, ordering: .acquiringAndReleasing) }
}
