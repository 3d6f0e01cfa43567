internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// The renderer and the device of a player, for its feeding thread.
///
/// The next device replaces a lost one, and renders the frames again that have not been heard.
/// While a lesser device plays, the player looks for a better one from time to time.
final class FeederOutput {
  let engine: PlaybackEngine
  var renderer: Renderer?
  /// The conversion to the renderer's rate, if that is the rate of a mix.
  var conversion: RingConversion?
  /// The player's time after the last written frame, and the player's frames for each written one.
  private var written = (time: 0.0, ratio: 1.0)
  /// The player's channel for each channel of the device, since the start.
  private var channelMap: [Int?]?
  /// Samples that are being moved to other channels.
  private var arranged: [Float] = []
  var device: (any OutputDevice)?
  var deviceKind: DeviceKind?
  /// Whether a device was lost and not replaced yet.
  var isLost = false
  /// The first device to try, while it prepares on a thread of its own.
  var prepared: PreparedDevice?
  /// The devices of files: one device writes a file from start to end.
  var fileDevices: [DeviceKind: any OutputDevice] = [:]
  /// Files with two channels made from one.
  var spreadFiles: Set<DeviceKind> = []
  /// The number of the last opened device, and the reports from devices.
  var generation = 0
  let news: DeviceNews
  var better: DeviceReturn<DeviceKind>
  /// The counts of volume and balance changes that the renderer has applied.
  var applied = (gains: -1, balances: -1)
  /// The frame in the ring at which playback ends, if more has been written.
  var endFrame: Int?
  /// The buffer sizes since the start.
  var waiting = Waiting.long

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    news = DeviceNews(signal: engine.signal)
    better = DeviceReturn(signal: engine.signal)
  }

  // MARK: Frames

  /// Frames that wait for a device.
  var unreadFrames: Int { renderer?.ring.unreadFrames ?? 0 }

  /// Prepares for frames of a format, at time 0.
  func begin(format: DeviceFormat, _ waiting: Waiting) {
    self.waiting = waiting
    conversion = nil
    channelMap = engine.shared.withLock { $0.channelMap }
    let renderer = rendererFor(arranged(format))
    renderer.setSpread(false)
    applyAllParameters(to: renderer)
    renderer.begin()
    engine.clock.begin(renderer, sampleRate: engine.format.sampleRate)
  }

  /// Whether frames of this format can be written now.
  ///
  /// If not, the caller asks again later.
  ///
  /// The format changes when all frames of the previous format have been heard.
  func accepts(_ format: DeviceFormat) -> Bool {
    let format = arranged(format)
    if let renderer, (conversion?.source ?? renderer.format) == format { return true }
    finishFrames(isLast: true)
    guard unreadFrames == 0, device == nil || isPlayedOut else { return false }
    let wasOpen = device != nil
    closeDevice(isDiscontinuity: wasOpen)
    let old = renderer
    (renderer, conversion) = (nil, nil)
    let renderer = rendererFor(format)
    // Changes that are scheduled for the next frame.
    if let old { renderer.takeTargets(of: old) { _ in renderer.ring.writeIndex } }
    engine.clock.change(to: renderer, sampleRate: engine.format.sampleRate)
    if wasOpen { reopen() }
    return true
  }

  /// The format after the channel map.
  private func arranged(_ format: DeviceFormat) -> DeviceFormat {
    guard let channelMap, format.channelCount == engine.format.channelCount else { return format }
    return DeviceFormat(sampleRate: format.sampleRate, channelCount: channelMap.count)
  }

  /// Sets the player's time of the frames that are written next.
  func mark(time: Double, ratio: Double) {
    engine.clock.mark(nextFrame, time: time, ratio: ratio / (conversion?.ratio ?? 1))
    written = (time, ratio)
  }

  /// The frame in the ring that is written next.
  var nextFrame: Int { conversion?.nextFrame ?? renderer?.ring.writeIndex ?? 0 }

  /// Writes frames and wakes a device that waits for them.
  ///
  /// - Returns: The number of samples taken.
  func write(_ samples: Span<Float>) -> Int {
    guard let renderer else { return 0 }
    let before = renderer.ring.writeIndex
    let channelCount = renderer.ring.channelCount
    var frames: Int
    var sourceCount = channelCount
    if let channelMap, channelMap.count == channelCount {
      sourceCount = engine.format.channelCount
      arranged.removeAll(keepingCapacity: true)
      Remapping.append(samples, of: sourceCount, by: channelMap, to: &arranged)
      let arranged = arranged
      frames =
        conversion.map { $0.write(arranged.span) / channelCount }
        ?? renderer.ring.write(arranged.span)
    } else {
      frames = conversion.map { $0.write(samples) / channelCount } ?? renderer.ring.write(samples)
    }
    written.time += Double(frames) * written.ratio
    wakeDevice(since: before)
    return frames * sourceCount
  }

  /// Wakes a device that waits for frames, if the ring has more than `frame` now.
  private func wakeDevice(since frame: Int) {
    guard let renderer, let device, renderer.ring.writeIndex > frame else { return }
    if renderer.takeStarvation() { device.feed() }
  }

  /// Whether written frames are not in the ring yet, and whether the ring is full.
  var holdsFrames: Bool { conversion?.holdsFrames ?? false }
  var waitsForRoom: Bool { conversion?.waitsForRoom ?? false }

  /// Writes waiting frames, and those in the rate filter if no frames follow in time.
  func finishFrames(isLast: Bool) {
    guard let renderer, let conversion, conversion.holdsFrames else { return }
    let before = renderer.ring.writeIndex
    if isLast || before - engine.clock.heardFrame < Int(renderer.sampleRate / 10) {
      conversion.finish()
      // Lengths are rounded in both rates, so the last frame ends slightly off its time.
      engine.clock.mark(
        nextFrame, time: written.time, ratio: written.ratio / conversion.ratio, tolerance: 0)
    } else {
      _ = conversion.writeReady()
    }
    wakeDevice(since: before)
  }

  /// The player's time of the next written frame, if it follows the heard one.
  var writeTime: Double { renderer.map { engine.clock.time(at: $0.ring.writeIndex) } ?? 0 }

  /// Requests a signal when there is room; returns false if there is room now.
  func requestFrames() -> Bool { renderer?.requestFrames() ?? true }

  /// Whether everything that was written has been heard.
  var isPlayedOut: Bool {
    guard let renderer else { return true }
    return !holdsFrames && engine.clock.heardFrame >= lastFrame(of: renderer)
  }

  private func lastFrame(of renderer: Renderer) -> Int {
    min(renderer.ring.writeIndex, endFrame ?? .max)
  }

  /// The time to check again whether everything has been heard.
  var nextLookAtEnd: Int {
    let now = MonotonicClock.nanoseconds
    guard let renderer, let device else { return now + 10_000_000 }
    // A file takes frames at its own pace, whatever their duration.
    if deviceKind?.isFile == true { return now + 5_000_000 }
    let missing = lastFrame(of: renderer) - engine.clock.heardFrame
    let left = MonotonicClock.duration(ofFrames: missing, sampleRate: renderer.sampleRate)
    // Shortly before the end, the device gives its exact time.
    if left < 200_000_000 { device.refreshPosition() }
    return now + max(5_000_000, left - 100_000_000)
  }

  func rendererFor(_ format: DeviceFormat) -> Renderer {
    let rate = max(1, format.sampleRate)
    let ahead =
      engine.shared.withLock { $0.aheadFrames } ?? Int(rate * waiting.aheadSeconds) + 1
    // The limit holds from the start on. The room for the device's frames must not be used.
    let mostUnread = waiting.isBounded ? ahead : .max
    if let renderer, renderer.format == format, renderer.aheadFrames == ahead,
      renderer.ring.mostUnreadFrames == mostUnread
    {
      return renderer
    }
    let made = Renderer(
      sampleRate: rate, channelCount: max(1, format.channelCount),
      aheadFrames: ahead,
      deviceFrames: Int(rate * Feeder.historySeconds), mostUnreadFrames: mostUnread,
      feeder: engine.signal)
    applyAllParameters(to: made)
    renderer = made
    return made
  }
}
