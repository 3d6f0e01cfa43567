internal import AVFAudio
internal import AudioRealtime
public import CoreMedia
public import Dispatch
public import Foundation
internal import Synchronization

extension NSNotification.Name {
  /// Never posted: only a flush drops sample buffers.
  public static let AVSampleBufferAudioRendererWasFlushedAutomatically = NSNotification.Name(
    "AVSampleBufferAudioRendererWasFlushedAutomaticallyNotification")
  /// Never posted: a new device needs no action of the client.
  public static let AVSampleBufferAudioRendererOutputConfigurationDidChange = NSNotification.Name(
    "AVSampleBufferAudioRendererOutputConfigurationDidChangeNotification")
}

/// The key of the time from which on sample buffers were dropped; never used.
public let AVSampleBufferAudioRendererFlushTimeKey = "AVSampleBufferAudioRendererFlushTimeKey"

/// Plays sample buffers of audio, each at its presentation time.
///
/// Add the renderer to an ``AVSampleBufferRenderSynchronizer``, which starts it. Sample buffers may
/// be linear PCM, or packets of any codec that is installed. Sample buffers whose time has
/// passed are not heard, and a gap between sample buffers is silent.
// Unchecked: `samples`, `request` and `whenAdded` are used under `turns`, the rest has its own
// locks.
open class AVSampleBufferAudioRenderer: NSObject, AVQueuedSampleBufferRendering,
  @unchecked Sendable
{
  private struct State {
    var status = AVQueuedSampleBufferRenderingStatus.unknown
    var error: (any Error)?
    var volume: Float = 1
    var isMuted = false
    var algorithm = AVAudioTimePitchAlgorithm.timeDomain
    var formats = AVAudioSpatializationFormats.multichannel
    var timebase = CMTimebase(sourceClock: .hostTimeClock)
  }

  private struct Request {
    let queue: DispatchQueue
    let block: () -> Void
    /// Whether the block runs, or waits for its queue.
    var isPending = false
  }

  /// The pause before a block that added no sample buffer is called again.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  private let state = Mutex(State())
  private let turns = WaitingLock()
  private var samples: RenderedSamples?
  private var request: Request?
  /// Called after a sample buffer was added.
  private var whenAdded: (@Sendable () -> Void)?
  /// Counts sample buffers, to see whether a block has added some.
  private let added = Atomic<Int>(0)

  /// Makes a renderer.
  public override init() {
    super.init()
    let samples = RenderedSamples { [unowned self] in timebase }
    samples.played = { [weak self] in self?.requestMore() }
    self.samples = samples
  }

  private func inTurn<Result>(_ body: (RenderedSamples) throws -> Result) rethrows -> Result? {
    turns.take()
    defer { turns.give() }
    return try samples.map(body)
  }

  // MARK: State

  /// Whether sample buffers are rendered.
  open var status: AVQueuedSampleBufferRenderingStatus { state.withLock { $0.status } }

  /// The reason for the status `.failed`; `nil` in other states.
  open var error: (any Error)? { state.withLock { $0.error } }

  /// The time of the rendering: that of the synchronizer.
  open var timebase: CMTimebase { state.withLock { $0.timebase } }

  /// The volume; 1 by default.
  open var volume: Float {
    get { state.withLock { $0.volume } }
    set {
      state.withLock { $0.volume = newValue }
      applyVolume()
    }
  }

  /// Whether the renderer is silent.
  open var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set {
      state.withLock { $0.isMuted = newValue }
      applyVolume()
    }
  }

  private func applyVolume() {
    let volume = state.withLock { $0.isMuted ? 0 : max(0, $0.volume) }
    inTurn { $0.setVolume(volume) }
  }

  /// The algorithm for rates other than 1; set it before the first sample buffer.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock { $0.algorithm } }
    set {
      state.withLock { $0.algorithm = newValue }
      inTurn { $0.setVarispeed(newValue == .varispeed) }
    }
  }

  /// The formats that may be spatialized; has no effect.
  open var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
    get { state.withLock { $0.formats } }
    set { state.withLock { $0.formats = newValue } }
  }

  // MARK: Sample buffers

  /// Whether less than two seconds of sound wait, or at rates above 1, two seconds times the rate.
  open var isReadyForMoreMediaData: Bool { status != .failed && inTurn { $0.isReady } == true }

  /// Whether at least a tenth of a second of sound is waiting.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
    inTurn { $0.canStart } ?? false
  }

  /// Adds a sample buffer.
  ///
  /// A sample buffer that cannot be decoded sets ``status`` to `.failed`, and ``error`` to the
  /// reason. Then ``flush()`` makes the renderer usable again.
  ///
  /// - Parameter sampleBuffer: Audio with a presentation time.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) {
    guard status != .failed else { return }
    added.wrappingAdd(1, ordering: .relaxed)
    do {
      try inTurn { try $0.add(sampleBuffer) }
      state.withLock { $0.status = .rendering }
      inTurn { _ in whenAdded }??()
    } catch {
      fail(error)
    }
  }

  func fail(_ error: any Error) {
    state.withLock { state in
      state.status = .failed
      state.error = error
    }
  }

  /// Drops all sample buffers.
  open func flush() {
    inTurn { $0.drop(from: nil) }
    state.withLock { state in
      (state.status, state.error) = (.unknown, nil)
    }
    requestMore()
  }

  /// Drops the sample buffers from a time on.
  ///
  /// - Parameters:
  ///   - time: A time of the timebase.
  ///   - completionHandler: Called with `true`; with `false` if the time is not numeric, in which
  ///     case no sample buffers are dropped.
  open func flush(
    fromSourceTime time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    guard time.isNumeric else { return completionHandler(false) }
    inTurn { $0.drop(from: time) }
    requestMore()
    completionHandler(true)
  }

  /// Drops the sample buffers from a time on; returns false if the time is not numeric.
  open func flush(fromSourceTime time: CMTime) async -> Bool {
    await withCheckedContinuation { done in
      flush(fromSourceTime: time) { done.resume(returning: $0) }
    }
  }

  // MARK: Requests

  /// Calls a block whenever the renderer wants more sample buffers.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - block: Adds sample buffers while ``isReadyForMoreMediaData`` is true.
  open func requestMediaDataWhenReady(
    on queue: DispatchQueue, using block: @escaping () -> Void
  ) {
    turns.take()
    let old = request
    request = Request(queue: queue, block: block)
    turns.give()
    withExtendedLifetime(old) {}
    requestMore()
  }

  /// Ends the calls of the block.
  open func stopRequestingMediaData() {
    turns.take()
    let old = request
    request = nil
    turns.give()
    withExtendedLifetime(old) {}
  }

  /// Calls the block if the renderer wants more.
  func requestMore() {
    guard isReadyForMoreMediaData else { return }
    turns.take()
    let queue = request.flatMap { $0.isPending ? nil : $0.queue }
    request?.isPending = true
    turns.give()
    queue?.async { [weak self] in self?.runRequest() }
  }

  private func runRequest() {
    turns.take()
    let current = request
    turns.give()
    guard let current else { return }
    let before = added.load(ordering: .relaxed)
    if isReadyForMoreMediaData { current.block() }
    turns.take()
    request?.isPending = false
    turns.give()
    if added.load(ordering: .relaxed) != before {
      requestMore()
    } else {
      current.queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.requestMore() }
    }
  }

  // MARK: For the synchronizer

  func follow(
    _ timebase: CMTimebase, _ engine: AVAudioEngine?, _ whenAdded: (@Sendable () -> Void)?
  ) {
    state.withLock { $0.timebase = timebase }
    inTurn { samples in
      samples.setEngine(engine)
      self.whenAdded = whenAdded
    }
  }

  func start(at time: CMTime, rate: Float, hostTime: UInt64) {
    inTurn { $0.start(at: time, rate: rate, hostTime: hostTime) }
    requestMore()
  }

  func setRate(_ rate: Float) { inTurn { $0.setRate(rate) } }

  func stop() { inTurn { $0.stop() } }
}
