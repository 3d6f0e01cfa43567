internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import MediaTimeline
internal import Synchronization

/// The ring of a player's output, with the renderer that takes its frames, for the feeding thread.
final class OutputRing {
  private let engine: PlaybackEngine
  private(set) var renderer: Renderer?
  /// The conversion to the renderer's rate, if that is the rate of a mix.
  private(set) var conversion: RingConversion?
  /// The frame in the ring at which playback ends, if more has been written.
  var endFrame: Int?
  /// The buffer sizes since the start.
  private(set) var waiting = WaitingSound.long
  /// The player's time after the last written frame, and the player's frames for each written one.
  private var written = (time: 0.0, ratio: 1.0)
  /// The player's channel for each channel of the device, since the start.
  private var channelMap: [Int?]?
  /// Samples that are being moved to other channels.
  private var arranged: [Float] = []
  /// The counts of volume and balance changes that the renderer has applied.
  private var applied = (gains: -1, balances: -1)

  init(_ engine: PlaybackEngine) {
    self.engine = engine
  }

  /// Prepares for frames of a format, at time 0.
  func begin(format: DeviceFormat, _ waiting: WaitingSound) {
    self.waiting = waiting
    conversion = nil
    channelMap = engine.shared.withLock { $0.channelMap }
    let renderer = renderer(for: arranged(format))
    renderer.setSpread(false)
    applyAllParameters(to: renderer)
    renderer.begin()
    engine.clock.begin(renderer, sampleRate: engine.format.sampleRate)
  }

  /// Releases everything.
  func close() {
    (renderer, conversion) = (nil, nil)
  }

  // MARK: Formats

  /// Whether frames of a format can be written as they are.
  func takes(_ format: DeviceFormat) -> Bool {
    renderer.map { (conversion?.source ?? $0.format) == arranged(format) } ?? false
  }

  /// Continues with frames of another format.
  func change(to format: DeviceFormat) {
    let old = renderer
    close()
    let renderer = renderer(for: arranged(format))
    // Changes that are scheduled for the next frame apply to the new renderer.
    if let old { renderer.takeTargets(of: old) { _ in renderer.ring.writeIndex } }
    engine.clock.change(to: renderer, sampleRate: engine.format.sampleRate)
  }

  /// The format after the channel map.
  private func arranged(_ format: DeviceFormat) -> DeviceFormat {
    guard let channelMap, format.channelCount == engine.format.channelCount else { return format }
    return DeviceFormat(sampleRate: format.sampleRate, channelCount: channelMap.count)
  }

  private func renderer(for format: DeviceFormat) -> Renderer {
    let rate = max(1, format.sampleRate)
    let ahead =
      engine.shared.withLock { $0.aheadFrames } ?? Int(rate * waiting.aheadSeconds) + 1
    // The limit applies from the start on. The rest of the ring is for frames that the device
    // holds.
    let mostUnread = waiting.isBounded ? ahead : .max
    if let renderer, renderer.format == format, renderer.aheadFrames == ahead,
      renderer.ring.mostUnreadFrames == mostUnread
    {
      return renderer
    }
    let ring = FrameRing(
      channelCount: max(1, format.channelCount), unreadFrames: ahead,
      historyFrames: Int(rate * Feeder.historySeconds), mostUnreadFrames: mostUnread)
    let made = Renderer(sampleRate: rate, ring: ring, feeder: engine.signal)
    applyAllParameters(to: made)
    renderer = made
    return made
  }

  /// Replaces a renderer by one of another rate, and converts its waiting frames and all later
  /// ones.
  func convert(_ old: Renderer, to sampleRate: Double) {
    let source = old.format
    let first = old.ring.readIndex
    let ahead = Int(Double(old.aheadFrames) * sampleRate / source.sampleRate) + 1
    let ring = FrameRing(
      channelCount: source.channelCount, unreadFrames: ahead,
      historyFrames: Int(sampleRate * Feeder.historySeconds),
      mostUnreadFrames: self.waiting.isBounded ? ahead : .max)
    let made = Renderer(sampleRate: sampleRate, ring: ring, feeder: engine.signal)
    applyAllParameters(to: made)
    made.takeTargets(of: old) { frame in
      RateConverter.length(of: frame - first, from: source.sampleRate, to: sampleRate)
    }
    made.begin()
    let conversion = RingConversion(from: source, to: made)
    engine.clock.convert(to: made, from: first, ratio: conversion.ratio)
    let waiting = old.ring.takeUnread()
    // The conversion takes all frames at once, because the new ring is empty.
    _ = conversion.write(waiting.span)
    renderer = made
    self.conversion = conversion
  }

  /// Whether a single channel becomes two.
  var wantsSpread: Bool {
    guard let renderer, renderer.ring.channelCount == 1 else { return false }
    return engine.shared.withLock { shared in
      switch shared.spreading {
      case .whenMoved: shared.parameters.needsBalance
      case .always: true
      case .never: false
      }
    }
  }

  // MARK: Frames

  /// Frames that wait for a device.
  var unreadFrames: Int { renderer?.ring.unreadFrames ?? 0 }

  /// The frames that a device may take ahead.
  var deviceFrames: Int { Int((renderer?.sampleRate ?? 0) * waiting.deviceSeconds) }

  /// Sets the player's time of the frames that are written next.
  func mark(time: Double, ratio: Double) {
    engine.clock.mark(nextFrame, time: time, ratio: ratio / (conversion?.ratio ?? 1))
    written = (time, ratio)
  }

  /// The number of frames that have reached the ring.
  var writeIndex: Int { renderer?.ring.writeIndex ?? 0 }

  /// The frame in the ring that is written next.
  private var nextFrame: Int { conversion?.nextFrame ?? writeIndex }

  /// Writes frames.
  ///
  /// - Returns: The number of samples taken.
  func write(_ samples: Span<Float>) -> Int {
    guard let renderer else { return 0 }
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
    return frames * sourceCount
  }

  /// Whether written frames are not in the ring yet, and whether the ring is full.
  var holdsFrames: Bool { conversion?.holdsFrames ?? false }
  var waitsForRoom: Bool { conversion?.waitsForRoom ?? false }

  /// Writes the frames that wait for room.
  ///
  /// Drains the rate filter, too, if no more frames follow in time.
  func finishFrames(isLast: Bool) {
    guard let renderer, let conversion, conversion.holdsFrames else { return }
    let before = renderer.ring.writeIndex
    if isLast || before - engine.clock.playedFrame < Int(renderer.sampleRate / 10) {
      conversion.finish()
      // Lengths are rounded in both rates, so the last frame ends slightly off its time.
      engine.clock.mark(
        nextFrame, time: written.time, ratio: written.ratio / conversion.ratio, tolerance: 0)
    } else {
      _ = conversion.writeReady()
    }
  }

  /// The player's time of the next written frame, if it follows the played one.
  var writeTime: Double { renderer.map { engine.clock.time(at: $0.ring.writeIndex) } ?? 0 }

  /// Requests a signal when there is room; returns false if there is room now.
  func requestFrames() -> Bool { renderer?.requestFrames() ?? true }

  /// The end of the frames to play.
  var lastFrame: Int { renderer.map { min($0.ring.writeIndex, endFrame ?? .max) } ?? 0 }

  /// Drops the frames that no device has taken.
  func dropUnread() {
    engine.applyPlayedChanges()
    engine.shared.withLock { $0.parameters.dropPending() }
    guard let renderer else { return }
    renderer.ring.dropUnread()
    renderer.setEnd(.max)
    endFrame = nil
    conversion?.drop()
    renderer.unschedule()
    engine.clock.drop(from: renderer.ring.writeIndex)
  }
}

// MARK: - Parameters

extension OutputRing {
  /// Schedules parameters after the next frames.
  ///
  /// - Parameters:
  ///   - changes: The parameters.
  ///   - frames: The number of frames before the change.
  /// - Returns: Whether the changes affect the ring.
  func schedule(_ changes: [PlaybackChange], after frames: Double) -> Bool {
    guard let renderer else { return false }
    let rampSeconds = Double(engine.shared.withLock { $0.parameters.nextRampSeconds })
    let rampFrames = PlaybackParameters.frames(rampSeconds, sampleRate: renderer.sampleRate)
    let gain = changes.last { $0.parameter == .gain }?.value
    let balance = changes.last { $0.parameter == .balance }?.value
    guard gain != nil || balance != nil else { return false }
    let missing = Int((frames * (conversion?.ratio ?? 1)).rounded())
    renderer.schedule(nextFrame + missing, gain: gain.map { ($0, rampFrames) }, balance: balance)
    return true
  }

  /// Applies volume, balance, and metering that have changed since the last call.
  func applyParameters() {
    guard let renderer else { return }
    engine.applyPlayedChanges()
    let playedFrame = engine.clock.playedFrame
    engine.shared.withLock { shared in
      apply(shared, to: renderer, all: false, playedFrame: playedFrame)
    }
  }

  /// Applies volume, balance, and metering.
  ///
  /// No thread may be rendering.
  private func applyAllParameters(to renderer: Renderer) {
    engine.applyPlayedChanges()
    engine.shared.withLock { shared in apply(shared, to: renderer, all: true, playedFrame: .max) }
  }

  private func apply(
    _ shared: PlaybackState, to renderer: Renderer, all: Bool, playedFrame: Int
  ) {
    let parameters = shared.parameters
    if all || applied.gains != parameters.gainCount {
      let frames = PlaybackParameters.frames(
        parameters.gainSeconds, sampleRate: renderer.sampleRate)
      renderer.setGain(parameters.gain, rampFrames: frames, playedFrame: playedFrame)
    }
    if all || applied.balances != parameters.balanceCount {
      renderer.setBalance(parameters.balance, playedFrame: playedFrame)
    }
    applied = (parameters.gainCount, parameters.balanceCount)
    // Under the lock, so that an older value cannot replace a newer one.
    renderer.setMetering(shared.isMetering)
  }
}
