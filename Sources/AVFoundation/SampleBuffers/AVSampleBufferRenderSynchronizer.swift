internal import AVFAudio
internal import AudioRealtime
internal import AudioToolbox
public import CoreMedia
public import Foundation
internal import Synchronization

/// Starts, stops, and moves renderers together, on one timebase.
// Unchecked: all stored state is used under `turns`.
open class AVSampleBufferRenderSynchronizer: NSObject, @unchecked Sendable {
  /// Posted after the rate has changed.
  public static let rateDidChangeNotification = NSNotification.Name(
    "AVSampleBufferRenderSynchronizerRateDidChangeNotification")

  /// The longest wait for the first frames of the device.
  private static let longestWait = 500_000_000

  /// The time of the rendering.
  public let timebase: CMTimebase
  private let turns = WaitingLock()
  /// Plays all renderers.
  let engine = AVAudioEngine()
  private var members: [any AVQueuedSampleBufferRendering] = []
  private var wantsDelay = true
  /// A start that waits for sample buffers.
  private var pending: Start?
  private var token: (any NSObjectProtocol)?

  private struct Start {
    var rate: Float
    var time: CMTime
    var hostTime: CMTime?
  }

  /// Makes a synchronizer of rate 0 at time 0.
  public override init() {
    timebase = CMTimebase(sourceClock: .playback)
    super.init()
    _ = engine.mainMixerNode
    token = NotificationCenter.default.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
    ) { [weak self] _ in self?.deviceChanged() }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
    for renderer in audioRenderers { renderer.follow(renderer.timebase, nil, nil) }
    engine.stop()
  }

  private func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turns.take()
    defer { turns.give() }
    return try body()
  }

  private var audioRenderers: [AVSampleBufferAudioRenderer] {
    members.compactMap { $0 as? AVSampleBufferAudioRenderer }
  }

  // MARK: Renderers

  /// The renderers, in the order in which they were added.
  open var renderers: [any AVQueuedSampleBufferRendering] { inTurn { members } }

  /// Adds a renderer, which then follows ``timebase``.
  ///
  /// - Parameter renderer: An ``AVSampleBufferAudioRenderer``. Others are not rendered.
  open func addRenderer(_ renderer: any AVQueuedSampleBufferRendering) {
    inTurn {
      guard !members.contains(where: { $0 === renderer }) else { return }
      members.append(renderer)
      guard let audio = renderer as? AVSampleBufferAudioRenderer else { return }
      audio.follow(timebase, engine) { [weak self] in self?.startIfReady() }
      if timebase.rate != 0, engine.isRunning {
        let (time, hostTime) = nextStart()
        audio.start(at: time, rate: Float(timebase.rate), hostTime: hostTime)
      }
    }
  }

  /// The time between a call and the first frame that is heard.
  private static func margin(_ rate: Float) -> CMTime {
    CMTime(seconds: RenderedSamples.startSeconds(rate), preferredTimescale: 1_000_000)
  }

  /// The time that can be heard next, and its host time.
  private func nextStart() -> (CMTime, UInt64) {
    let source = CMTimeAdd(timebase.source.time, Self.margin(Float(timebase.rate)))
    return (
      timebase.source.convertTime(source, to: timebase),
      CMClock.convertHostTimeToSystemUnits(source)
    )
  }

  /// Removes a renderer at a time.
  ///
  /// - Parameters:
  ///   - renderer: The renderer.
  ///   - time: A time of the timebase. An invalid or passed time, or any time at rate 0, means now.
  ///   - completionHandler: Called with whether the renderer was removed.
  open func removeRenderer(
    _ renderer: any AVQueuedSampleBufferRendering, at time: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard time.isNumeric, time > timebase.time, timebase.rate > 0 else {
      completionHandler?(remove(renderer))
      return
    }
    // Unchecked: the renderer is only passed on.
    nonisolated(unsafe) let renderer = renderer
    let observer = Mutex<TimebaseObserver?>(nil)
    let new = TimebaseObserver(timebase, .each([time]), .global()) { [weak self] _ in
      completionHandler?(unsafe self?.remove(renderer) ?? false)
      observer.withLock { $0 }?.end()
    }
    observer.withLock { $0 = new }
  }

  /// Removes a renderer at a time, and returns whether it was removed.
  open func removeRenderer(
    _ renderer: any AVQueuedSampleBufferRendering, at time: CMTime
  ) async -> Bool {
    await withCheckedContinuation { done in
      removeRenderer(renderer, at: time) { done.resume(returning: $0) }
    }
  }

  private func remove(_ renderer: any AVQueuedSampleBufferRendering) -> Bool {
    defer { startIfReady() }
    return inTurn {
      guard let index = members.firstIndex(where: { $0 === renderer }) else { return false }
      members.remove(at: index)
      if let audio = renderer as? AVSampleBufferAudioRenderer {
        audio.stop()
        audio.follow(CMTimebase(sourceClock: .hostTimeClock), nil, nil)
      }
      return true
    }
  }

  // MARK: Rate and time

  /// The rate: 0 to stop, and up to 32.
  ///
  /// It stays 0 while a start waits for sample buffers.
  open var rate: Float {
    get { Float(timebase.rate) }
    set { setRate(newValue, nil, hostTime: nil) }
  }

  /// The current time.
  open func currentTime() -> CMTime { timebase.time }

  /// Whether a start waits until all renderers have enough sample buffers; `true` by default.
  open var delaysRateChangeUntilHasSufficientMediaData: Bool {
    get { inTurn { wantsDelay } }
    set {
      inTurn { wantsDelay = newValue }
      startIfReady()
    }
  }

  /// Sets the rate and the time.
  ///
  /// The time is heard a moment later; until then, the timebase is slightly before that time.
  ///
  /// - Parameters:
  ///   - rate: The rate; a negative one is 0.
  ///   - time: The time; an invalid one means the current time.
  open func setRate(_ rate: Float, time: CMTime) { setRate(rate, time, hostTime: nil) }

  /// Sets the rate, and the time that is heard at a time of the machine's clock.
  open func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
    setRate(rate, time, hostTime: hostTime.isNumeric ? hostTime : nil)
  }

  private func setRate(_ rate: Float, _ time: CMTime?, hostTime: CMTime?) {
    let time = time.flatMap { $0.isNumeric ? $0 : nil }
    let rate = rate.isFinite ? min(max(0, rate), 32) : 0
    change {
      let waiting = pending?.time
      pending = nil
      if rate == 0 { return stop(at: time ?? waiting) }
      if time == nil, hostTime == nil, timebase.rate > 0, engine.isRunning {
        for renderer in audioRenderers { renderer.setRate(rate) }
        return timebase.moveSilently(to: nil, at: nil, rate: Double(rate))
      }
      let start = Start(rate: rate, time: time ?? waiting ?? timebase.time, hostTime: hostTime)
      guard isReady else {
        pending = start
        return nil
      }
      return begin(start)
    }
  }

  /// Changes the timebase under `turns`, and then notifies observers, which may call any method.
  private func change(_ body: () -> CMTimebase.Change?) {
    let old = timebase.rate
    guard let change = inTurn(body) else { return }
    timebase.announce(change)
    if timebase.rate != old {
      NotificationCenter.default.post(name: Self.rateDidChangeNotification, object: self)
    }
  }

  private var isReady: Bool {
    !wantsDelay || timebase.rate > 0
      || audioRenderers.allSatisfy {
        $0.status == .failed || $0.hasSufficientMediaDataForReliablePlaybackStart
      }
  }

  /// Starts if a start has waited for sample buffers, and there are enough now.
  private func startIfReady() {
    guard inTurn({ pending != nil }) else { return }
    change {
      guard let start = pending, isReady else { return nil }
      pending = nil
      return begin(start)
    }
  }

  /// Continues on another device, after the engine has lost its own.
  private func deviceChanged() {
    change {
      guard timebase.rate > 0, !engine.isRunning else { return nil }
      return begin(Start(rate: Float(timebase.rate), time: timebase.time))
    }
  }

  private func stop(at time: CMTime?) -> CMTimebase.Change? {
    let change = timebase.moveSilently(to: time, at: nil, rate: 0)
    for renderer in audioRenderers { renderer.stop() }
    engine.stop()
    return change
  }

  private func begin(_ start: Start) -> CMTimebase.Change? {
    do {
      try engine.start()
    } catch {
      for renderer in audioRenderers { renderer.fail(error) }
      return stop(at: nil)
    }
    waitForDevice()
    let (rate, time) = (start.rate, start.time)
    let earliest = CMTimeAdd(timebase.source.time, Self.margin(rate))
    let sourceTime = start.hostTime ?? earliest
    let change = timebase.moveSilently(to: time, at: sourceTime, rate: Double(rate))
    // A host time that has passed means a later time of the media.
    let first = CMTimeMaximum(sourceTime, earliest)
    let heard = first == sourceTime ? time : timebase.source.convertTime(first, to: timebase)
    let units = CMClock.convertHostTimeToSystemUnits(first)
    for renderer in audioRenderers { renderer.start(at: heard, rate: rate, hostTime: units) }
    return change
  }

  /// Waits until the device has asked for frames, so that their host times are known.
  private func waitForDevice() {
    let signal = Signal()
    let end = MonotonicClock.nanoseconds + Self.longestWait
    while engine.outputNode.lastRenderTime?.isHostTimeValid != true,
      MonotonicClock.nanoseconds < end
    {
      signal.wait(until: MonotonicClock.nanoseconds + 2_000_000)
    }
  }
}
