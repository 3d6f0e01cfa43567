internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A unit that plays slices at their positions on a timeline, which begins at a start time.
///
/// Slices play in the order in which they were scheduled.
class PlayerUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: all state is constant, atomic, or guarded by a lock.

  final let voice = PlayerVoice()
  final let reporter: PlayerReporter

  override init(kind: UnitKind, component: UInt) {
    reporter = PlayerReporter(voice)
    super.init(kind: kind, component: component)
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    PlayerRenderer(voice, reporter, settings.outputs[0].format.mSampleRate)
  }

  override var following: UnitFollowing { .never }
  override var ownProperties: UnitPropertyTable? { PlayerProperties.table }

  /// The format of the output of an initialized unit.
  ///
  /// - Throws: `kAudioUnitErr_Uninitialized`, because the format could still change.
  final func preparedFormat() throws(StatusError) -> AudioStreamBasicDescription {
    try settings.withLock { settings throws(StatusError) in
      guard settings.prepared != nil else { throw StatusError(kAudioUnitErr_Uninitialized) }
      return settings.outputs[0].format
    }
  }

  // MARK: Scheduling

  /// Adds an item and calls the functions of the items that it replaces.
  final func schedule(_ content: PlayerContent) {
    reporter.start()
    let replaced = voice.schedule(content)
    finish(replaced)
  }

  /// The start of an item at a time of the player.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the frame is not a number.
  final func start(
    at time: AudioTimeStamp, _ start: (Int) -> PlayerItem.Start
  ) throws(StatusError) -> PlayerItem.Start {
    guard time.mFlags.contains(.sampleTimeValid) else { return .next }
    guard let frame = Int(exactly: time.mSampleTime.rounded()) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    return start(frame)
  }

  /// Starts a new timeline.
  final func setStart(_ time: AudioTimeStamp) throws(StatusError) {
    if time.mFlags.contains(.sampleTimeValid) {
      guard let frame = Int(exactly: time.mSampleTime.rounded()) else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
      voice.restart(at: frame == -1 ? nil : frame)
    } else if time.mFlags.contains(.hostTimeValid) {
      voice.restart(atHostTime: time.mHostTime)
    } else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
  }

  /// The frame of the player that is rendered next; -1 before the start.
  final var playTime: Double {
    guard let origin = voice.originFrame else { return -1 }
    return Double(reporter.nextFrame.load(ordering: .acquiring) - origin)
  }

  /// Drops what is scheduled.
  func drop() { finish(voice.stop()) }

  /// Calls the functions of items, after the render thread has left them.
  private func finish(_ items: [PlayerItem]) {
    guard !items.isEmpty else { return }
    if published.isTurnOfCaller { return reporter.finishLater(items, published) }
    waitForRendering()
    for item in items { item.takeReport()?.handler() }
  }

  // MARK: Life

  override func clearSound() { drop() }

  override func uninitialize() throws(StatusError) {
    try super.uninitialize()
    drop()
  }

  override func end() {
    super.end()
    reporter.end()
  }
}

/// Renders a player at the times of the calls.
private final class PlayerRenderer: UnitRenderer {
  private let voice: PlayerVoice
  private let reporter: PlayerReporter
  private let sampleRate: Double

  init(_ voice: PlayerVoice, _ reporter: PlayerReporter, _ sampleRate: Double) {
    self.voice = voice
    self.reporter = reporter
    self.sampleRate = sampleRate
  }

  var rendersParts: Bool { false }

  func pull(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus { noErr }

  func render(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    if reporter.waitsForFrames.load(ordering: .relaxed) { voice.waitForFrames(slice.count) }
    let time = unsafe call.time.pointee
    var frame = slice.frame
    if time.mFlags.contains(.sampleTimeValid) {
      // Beyond this limit, a Float64 cannot represent every frame number.
      let limit = 9_007_199_254_740_992.0
      frame = Int(max(-limit, min(time.mSampleTime.rounded(), limit)))
    }
    if time.mFlags.contains(.hostTimeValid) {
      voice.setHostStart { host in
        let frames = distance(from: time.mHostTime, to: host)
        return frames < Double(slice.count) ? frame + Int(max(0, frames)) : nil
      }
    }
    voice.render(
      GraphSlice(frame: frame, count: slice.count), from: plan.graphInputs, to: plan.planes)
    reporter.nextFrame.store(frame + slice.count, ordering: .releasing)
    reporter.news.deliver()
    return noErr
  }

  /// Frames from one time of the machine to another one.
  private func distance(from one: UInt64, to other: UInt64) -> Double {
    let ticks = other > one ? other - one : one - other
    let frames = Double(AudioConvertHostTimeToNanos(ticks)) / 1e9 * sampleRate
    return (other > one ? frames : -frames).rounded()
  }
}

/// Calls the functions of items that have been rendered, on a thread of its own.
final class PlayerReporter: Sendable {
  private struct State {
    var hasThread = false
    var isEnded = false
  }

  let news: GraphNews
  /// The frame after the last slice.
  let nextFrame = Atomic<Int>(0)
  /// Whether rendering waits for frames that are not available yet.
  let waitsForFrames = Atomic<Bool>(false)
  private let voice: PlayerVoice
  private let state = Mutex(State())
  /// Calls functions of items that the render thread still uses.
  private let later = SerialThread(name: "oca-reports")

  init(_ voice: PlayerVoice) {
    self.voice = voice
    news = GraphNews(Signal())
    voice.setNews(news)
  }

  /// Starts the thread, if it does not run.
  func start() {
    let mustStart = state.withLock { state -> Bool in
      defer { state.hasThread = true }
      return !state.hasThread && !state.isEnded
    }
    if mustStart { _ = AudioThread(name: "oca-player") { [self] in run() } }
  }

  /// Ends the thread without waiting; a function that it calls may finish.
  func end() {
    state.withLock { $0.isEnded = true }
    news.signal.post()
  }

  private func run() {
    while !state.withLock({ $0.isEnded }) {
      for item in voice.takeEnded() { item.takeReport()?.handler() }
      news.signal.wait()
    }
  }

  /// Calls the functions of items after the turn of the render thread.
  func finishLater(_ items: [PlayerItem], _ turn: PublishedObject) {
    later.post {
      turn.waitForTurn()
      for item in items { item.takeReport()?.handler() }
    }
  }
}

/// The properties of players.
enum PlayerProperties {
  static let table = UnitPropertyTable(common, slices)
  static let common: [AudioUnitPropertyID: UnitPropertyTable.Property] = [
    kAudioUnitProperty_ScheduleStartTimeStamp: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try place.player?.setStart(try value.unitValue())
      }),
    kAudioUnitProperty_CurrentPlayTime: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      var time = AudioTimeStamp()
      time.mFlags = .sampleTimeValid
      time.mSampleTime = place.player?.playTime ?? -1
      return PropertyValue(time)
    },
    kAudioUnitProperty_OfflineRender: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let waits = place.player?.reporter.waitsForFrames.load(ordering: .relaxed) == true
        return PropertyValue(waits ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let waits = try value.unitValue(UInt32.self) != 0
        place.player?.reporter.waitsForFrames.store(waits, ordering: .relaxed)
      }),
  ]

  private static let slices: [AudioUnitPropertyID: UnitPropertyTable.Property] = [
    kAudioUnitProperty_ScheduleAudioSlice: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        guard try unsafe value.unitValue(ScheduledAudioSlice.self).mNumberFrames > 0 else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        // Safe: the client keeps the structure, whose flags the unit changes, until it is complete.
        let slice = unsafe UnsafeMutableRawPointer(mutating: value.memory)
          .assumingMemoryBound(to: ScheduledAudioSlice.self)
        try unsafe place.player?.schedule(slice)
      })
  ]
}

extension UnitPlace {
  var player: PlayerUnit? { unit as? PlayerUnit }
}
