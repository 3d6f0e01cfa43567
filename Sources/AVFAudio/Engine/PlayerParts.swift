internal import AudioGraph
internal import AudioRealtime
internal import Synchronization

/// The parts of a player node that its engine needs.
final class PlayerParts: Sendable {
  private struct State {
    var sampleRate = 44_100.0
    var handlers = SerialThread(name: "oca-handlers")
  }

  let voice: PlayerVoice
  /// The part of the node that renders.
  let core: GraphNode
  private let state = Mutex(State())

  init() {
    voice = PlayerVoice()
    core = GraphNode(voice)
  }

  /// The rate of the player's frames, in hertz.
  var sampleRate: Double {
    get { state.withLock { $0.sampleRate } }
    set { state.withLock { $0.sampleRate = newValue } }
  }

  /// The thread that calls handlers.
  var handlers: SerialThread {
    get { state.withLock { $0.handlers } }
    set { state.withLock { $0.handlers = newValue } }
  }

  /// Calls the handlers of items that were dropped.
  func report(_ items: [PlayerItem]) {
    let handlers = handlers
    let reports = items.compactMap { $0.takeReport() }
    for moment in [PlayerReport.Moment.consumed, .rendered, .playedBack] {
      for report in reports where report.moment == moment { handlers.post(report.handler) }
    }
  }

  /// Stops the player and calls the handlers of its items.
  func stop() { report(voice.stop()) }
}
