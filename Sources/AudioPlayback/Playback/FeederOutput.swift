internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// The renderer and the device of a player, as its feeding thread handles them.
///
/// A device that is lost is replaced by the next that plays; what nobody has heard is rendered again
/// there. While a lesser device plays, it is looked from time to time whether a better one is back.
final class FeederOutput {
  let engine: PlaybackEngine
  var renderer: Renderer?
  /// What brings frames to the renderer's rate, where that is the one of a mix.
  var conversion: RingConversion?
  /// The player's time behind what was written last, and the player's frames for each of that.
  private var written = (time: 0.0, ratio: 1.0)
  /// For each channel of the device the player's, since the start.
  private var channelMap: [Int?]?
  /// Samples on their way to other channels.
  private var arranged: [Float] = []
  var device: (any OutputDevice)?
  var deviceKind: DeviceKind?
  /// Whether a device was lost and none has taken its place.
  var isLost = false
  /// What is tried first, while it gets ready on a thread of its own.
  var prepared: PreparedDevice?
  /// A file is written by one device from beginning to end.
  var fileDevices: [DeviceKind: any OutputDevice] = [:]
  /// Files whose two channels are a single one's.
  var spreadFiles: Set<DeviceKind> = []
  /// Which device was opened last, and what devices say.
  var generation = 0
  let news: DeviceNews
  var better: DeviceReturn<DeviceKind>
  /// How often volume and balance had been set when the renderer was told last.
  var applied = (gains: -1, balances: -1)
  /// The frame in the ring with which it ends, where more has been written.
  var endFrame: Int?
  /// How much may wait since the start.
  var waiting = Waiting.long

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    news = DeviceNews(signal: engine.signal)
    better = DeviceReturn(signal: engine.signal)
  }

  // MARK: Frames

  /// Frames that wait for a device.
  var unreadFrames: Int { renderer?.ring.unreadFrames ?? 0 }

  /// Makes ready for frames of a format, at time 0.
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

  /// Whether frames of this format can be written now; if not, asks again later.
  ///
  /// The format changes once everything in the format before has been heard.
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
    // What was to change with the next frame.
    if let old { renderer.takeTargets(of: old) { _ in renderer.ring.writeIndex } }
    engine.clock.change(to: renderer, sampleRate: engine.format.sampleRate)
    if wasOpen { reopen() }
    return true
  }

  /// What a format of the player's becomes where its channels have other places in the device.
  private func arranged(_ format: DeviceFormat) -> DeviceFormat {
    guard let channelMap, format.channelCount == engine.format.channelCount else { return format }
    return DeviceFormat(sampleRate: format.sampleRate, channelCount: channelMap.count)
  }

  /// Tells what the frames that are written next are in the player's time.
  func mark(time: Double, ratio: Double) {
    engine.clock.mark(nextFrame, time: time, ratio: ratio / (conversion?.ratio ?? 1))
    written = (time, ratio)
  }

  /// The frame in the ring of what is written next.
  var nextFrame: Int { conversion?.nextFrame ?? renderer?.ring.writeIndex ?? 0 }

  /// Writes frames and wakes a device that waits for them.
  ///
  /// - Returns: The samples that were taken.
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

  /// Wakes a device that waits for frames where some have come since the ring had so many.
  private func wakeDevice(since frame: Int) {
    guard let renderer, let device, renderer.ring.writeIndex > frame else { return }
    if renderer.takeStarvation() { device.feed() }
  }

  /// Whether frames that were written are not in the ring yet, and whether for want of room.
  var holdsFrames: Bool { conversion?.holdsFrames ?? false }
  var waitsForRoom: Bool { conversion?.waitsForRoom ?? false }

  /// Writes what waits for room, and what the filter of a rate holds back where nothing follows, or nothing that comes in time.
  func finishFrames(isLast: Bool) {
    guard let renderer, let conversion, conversion.holdsFrames else { return }
    let before = renderer.ring.writeIndex
    if isLast || before - engine.clock.heardFrame < Int(renderer.sampleRate / 10) {
      conversion.finish()
      // The length is a whole number in both rates, so that the last frame ends a little beside its time.
      engine.clock.mark(
        nextFrame, time: written.time, ratio: written.ratio / conversion.ratio, tolerance: 0)
    } else {
      _ = conversion.writeReady()
    }
    wakeDevice(since: before)
  }

  /// The frames of the player before the next that is written, where that follows what was heard.
  var writeTime: Double { renderer.map { engine.clock.time(at: $0.ring.writeIndex) } ?? 0 }

  /// Asks to be woken when there is room; false where there is room now.
  func requestFrames() -> Bool { renderer?.requestFrames() ?? true }

  /// Whether everything that was written has been heard.
  var isPlayedOut: Bool {
    guard let renderer else { return true }
    return !holdsFrames && engine.clock.heardFrame >= lastFrame(of: renderer)
  }

  private func lastFrame(of renderer: Renderer) -> Int {
    min(renderer.ring.writeIndex, endFrame ?? .max)
  }

  /// When to look again whether everything has been heard.
  var nextLookAtEnd: Int {
    let now = MonotonicClock.nanoseconds
    guard let renderer, let device else { return now + 10_000_000 }
    // A file takes frames at a pace of its own, which their duration does not tell.
    if case .offline = deviceKind { return now + 5_000_000 }
    let missing = lastFrame(of: renderer) - engine.clock.heardFrame
    let left = MonotonicClock.duration(ofFrames: missing, sampleRate: renderer.sampleRate)
    // The device is asked for its exact time shortly before the end.
    if left < 200_000_000 { device.refreshPosition() }
    return now + max(5_000_000, left - 100_000_000)
  }

  func rendererFor(_ format: DeviceFormat) -> Renderer {
    let rate = max(1, format.sampleRate)
    let ahead =
      engine.shared.withLock { $0.aheadFrames } ?? Int(rate * waiting.aheadSeconds) + 1
    // What is heard soon after a start, too: the room for what a device holds is not for more.
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
