internal import AVFAudio
internal import AudioRealtime
internal import AudioToolbox
public import CoreMedia
public import Dispatch
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
  private var wantsDelay = false
  private var hasWaiting = false

  /// Makes a synchronizer of rate 0 at time 0.
  public override init() {
    let clock =
      VirtualClock.identity == 0
      ? CMClock.hostTimeClock
      : CMClock { CMTime(value: Int64(MonotonicClock.nanoseconds), timescale: 1_000_000_000) }
    timebase = CMTimebase(sourceClock: clock)
    super.init()
    _ = engine.mainMixerNode
  }

  deinit {
    for renderer in audioRenderers { renderer.follow(renderer.timebase, nil) }
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
      audio.follow(timebase, engine)
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
  ///   - time: A time of the timebase. An invalid or passed time means now.
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
    inTurn {
      guard let index = members.firstIndex(where: { $0 === renderer }) else { return false }
      members.remove(at: index)
      if let audio = renderer as? AVSampleBufferAudioRenderer {
        audio.stop()
        audio.follow(CMTimebase(sourceClock: .hostTimeClock), nil)
      }
      return true
    }
  }

  // MARK: Rate and time

  /// The rate: 0 to stop, and up to 32.
  open var rate: Float {
    get { Float(timebase.rate) }
    set { setRate(newValue, nil, hostTime: nil) }
  }

  /// The present time.
  open func currentTime() -> CMTime { timebase.time }

  /// Whether a start waits until all renderers have enough sample buffers; `false` by default.
  open var delaysRateChangeUntilHasSufficientMediaData: Bool {
    get { inTurn { wantsDelay } }
    set { inTurn { wantsDelay = newValue } }
  }

  /// Sets the rate and the time.
  ///
  /// The time is heard a moment later; until then, the timebase is slightly before it.
  ///
  /// - Parameters:
  ///   - rate: The rate; a negative one is 0.
  ///   - time: The time; an invalid one means the present time.
  open func setRate(_ rate: Float, time: CMTime) { setRate(rate, time, hostTime: nil) }

  /// Sets the rate, and the time that is heard at a time of the machine's clock.
  open func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
    setRate(rate, time, hostTime: hostTime.isNumeric ? hostTime : nil)
  }

  private func setRate(_ rate: Float, _ time: CMTime?, hostTime: CMTime?) {
    let time = time.flatMap { $0.isNumeric ? $0 : nil }
    let rate = rate.isFinite ? min(max(0, rate), 32) : 0
    let hasNewRate = inTurn {
      let old = Float(timebase.rate)
      if rate == 0 {
        stop(at: time)
      } else if time == nil, hostTime == nil, old > 0, engine.isRunning {
        for renderer in audioRenderers { renderer.setRate(rate) }
        try? timebase.setRate(Double(rate))
      } else {
        start(rate, time ?? timebase.time, hostTime)
      }
      return Float(timebase.rate) != old
    }
    if hasNewRate {
      NotificationCenter.default.post(name: Self.rateDidChangeNotification, object: self)
    }
  }

  private func stop(at time: CMTime?) {
    try? timebase.setRate(0)
    if let time { try? timebase.setTime(time) }
    for renderer in audioRenderers { renderer.stop() }
    engine.stop()
  }

  private func start(_ rate: Float, _ time: CMTime, _ hostTime: CMTime?) {
    do {
      try engine.start()
    } catch {
      for renderer in audioRenderers { renderer.fail(error) }
      return
    }
    waitForDevice()
    let earliest = CMTimeAdd(timebase.source.time, Self.margin(rate))
    let sourceTime = hostTime ?? earliest
    try? timebase.setRateAndAnchorTime(
      rate: Double(rate), anchorTime: time, referenceTime: sourceTime)
    // A host time that has passed means a later time of the media.
    let first = CMTimeMaximum(sourceTime, earliest)
    let heard = first == sourceTime ? time : timebase.source.convertTime(first, to: timebase)
    let units = CMClock.convertHostTimeToSystemUnits(first)
    for renderer in audioRenderers { renderer.start(at: heard, rate: rate, hostTime: units) }
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

  // MARK: Time observers

  /// Calls a block at multiples of an interval, and at each jump, start and stop.
  ///
  /// - Parameters:
  ///   - interval: The interval on the timebase.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block, with the time.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    TimebaseObserver(timebase, .every(interval), queue ?? .main, block)
  }

  /// Calls a block when the timebase passes times.
  ///
  /// - Parameters:
  ///   - times: The times, `NSValue` objects with a `CMTime`.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    TimebaseObserver(timebase, .each(times.map(\.timeValue)), queue ?? .main) { _ in block() }
  }

  /// Removes a time observer.
  ///
  /// - Parameter observer: The token.
  open func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimebaseObserver else {
      assertionFailure("not a token of a time observer")
      return
    }
    observer.end()
  }
}
