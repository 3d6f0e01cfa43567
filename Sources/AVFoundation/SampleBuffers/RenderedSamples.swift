internal import AVFAudio
internal import AudioRealtime
internal import CoreMedia
internal import Foundation

/// The frames of a renderer, and the nodes that play them.
///
/// Callers hold the renderer's lock.
final class RenderedSamples {
  /// Frames, and the time of the first one.
  private struct Piece {
    let buffer: AVAudioPCMBuffer
    let start: CMTime
    let end: CMTime
  }

  /// The current playback.
  private struct Run {
    /// The time of the player's frame 0.
    var origin: CMTime
    var hostTime: UInt64
  }

  /// The seconds of waiting sound from which the renderer wants no more.
  private static let enoughSeconds = 2.0
  /// The sound that a start needs, in seconds.
  private static let waitingStartSeconds = 0.1
  /// The time that the device needs to start on a frame, in seconds.
  private static let deviceSeconds = 0.04
  /// The sound that a change of the rate needs ahead, in seconds.
  private static let aheadSeconds = 0.06

  /// The time between a call and the first frame that can be heard, in seconds.
  static func startSeconds(_ rate: Float) -> Double {
    deviceSeconds + aheadSeconds / Double(max(rate, 0.1))
  }

  private let timebase: () -> CMTimebase
  private var decoding: SampleDecoding?
  private var pieces: [Piece] = []
  private var player: AVAudioPlayerNode?
  private var speed: AVAudioUnitTimeEffect?
  private weak var engine: AVAudioEngine?
  private var run: Run?
  private var rate: Float = 1
  private var volume: Float = 1
  private var isVarispeed = false
  /// Called on a thread of the engine after frames were played.
  var played: (@Sendable () -> Void)?

  init(timebase: @escaping () -> CMTimebase) { self.timebase = timebase }

  // MARK: Frames

  /// Decodes a sample buffer, and plays it if its time comes.
  func add(_ sample: CMSampleBuffer) throws {
    let decoding = try decoding ?? SampleDecoding(sample.formatDescription)
    self.decoding = decoding
    let start = sample.outputPresentationTimeStamp
    guard start.isNumeric else {
      throw AVError(
        .invalidSourceMedia, "the output presentation time of the sample buffer is not numeric")
    }
    if player == nil { connect() }
    guard let buffer = try decoding.frames(sample) else { return }
    let rate = CMTimeScale(clamping: Int(decoding.format.sampleRate.rounded()))
    let duration = CMTime(value: Int64(buffer.frameLength), timescale: rate)
    let piece = Piece(buffer: buffer, start: start, end: CMTimeAdd(start, duration))
    dropPlayed()
    pieces.append(piece)
    if run != nil { schedule(piece) }
  }

  /// Drops the frames from a time on.
  ///
  /// - Parameter time: The time, or `nil` for all frames.
  func drop(from time: CMTime?) {
    pieces = time.map { time in pieces.filter { $0.start < time } } ?? []
    // The next sample buffer may have another format.
    if time == nil {
      decoding = nil
      disconnect()
    }
    restart()
  }

  private func dropPlayed() {
    guard run != nil else { return }
    let now = timebase().time
    pieces.removeAll { $0.end <= now }
  }

  /// The seconds that wait.
  private var waitingSeconds: Double {
    dropPlayed()
    let now = timebase().time
    return pieces.reduce(0) { sum, piece in
      let start = run == nil ? piece.start : CMTimeMaximum(piece.start, now)
      return sum + max(0, CMTimeSubtract(piece.end, start).seconds)
    }
  }

  var isReady: Bool { waitingSeconds < Self.enoughSeconds * Double(max(1, rate)) }
  var canStart: Bool { waitingSeconds >= Self.waitingStartSeconds * Double(max(1, rate)) }

  // MARK: Nodes

  func setEngine(_ engine: AVAudioEngine?) {
    disconnect()
    self.engine = engine
    connect()
  }

  private func connect() {
    guard let engine, let format = decoding?.format else { return }
    let player = AVAudioPlayerNode()
    let speed = isVarispeed ? AVAudioUnitVarispeed() : AVAudioUnitTimePitch()
    engine.attach(player)
    engine.attach(speed)
    engine.connect(player, to: speed, format: format)
    engine.connect(speed, to: engine.mainMixerNode, format: format)
    (self.player, self.speed) = (player, speed)
    player.volume = volume
    apply(rate)
    if run != nil { restart() }
  }

  private func disconnect() {
    if let player {
      player.stop()
      engine?.detach(player)
    }
    if let speed { engine?.detach(speed) }
    (player, speed) = (nil, nil)
  }

  func setVolume(_ volume: Float) {
    self.volume = volume
    player?.volume = volume
  }

  /// Chooses whether the pitch follows the rate, from the next connection on.
  func setVarispeed(_ isVarispeed: Bool) { self.isVarispeed = isVarispeed }

  private func apply(_ rate: Float) {
    (speed as? AVAudioUnitTimePitch)?.rate = rate
    (speed as? AVAudioUnitVarispeed)?.rate = rate
  }

  // MARK: Playing

  /// Plays from a time on, which is heard at a host time.
  func start(at origin: CMTime, rate: Float, hostTime: UInt64) {
    player?.stop()
    (self.rate, run) = (rate, Run(origin: origin, hostTime: hostTime))
    apply(rate)
    begin()
  }

  func setRate(_ rate: Float) {
    self.rate = rate
    apply(rate)
  }

  func stop() {
    run = nil
    player?.stop()
  }

  /// Starts again at the current time, because the nodes or the frames have changed.
  private func restart() {
    guard run != nil else { return }
    player?.stop()
    let timebase = timebase()
    let ahead = CMTime(seconds: Self.startSeconds(rate), preferredTimescale: 1_000_000)
    let source = CMTimeAdd(timebase.source.time, ahead)
    run = Run(
      origin: timebase.source.convertTime(source, to: timebase),
      hostTime: CMClock.convertHostTimeToSystemUnits(source))
    begin()
  }

  private func begin() {
    guard let run, let player, engine?.isRunning == true else { return }
    for piece in pieces { schedule(piece) }
    player.play(at: AVAudioTime(hostTime: run.hostTime))
  }

  /// Rounds a number of frames; `nil` if it is too large, as in a malformed sample buffer.
  private static func frame(_ count: Double) -> Int? {
    abs(count) < 1e15 ? Int(count.rounded()) : nil
  }

  private func schedule(_ piece: Piece) {
    guard let run, let player else { return }
    let rate = piece.buffer.format.sampleRate
    // Frames whose time has passed are left out, so that later ones keep their times.
    let now = CMTimeSubtract(timebase().time, run.origin).seconds
    let margin = now > 0 ? Self.startSeconds(self.rate) * Double(self.rate) : 0
    let start = CMTimeSubtract(piece.start, run.origin).seconds
    guard let frame = Self.frame(start * rate), let first = Self.frame((now + margin) * rate)
    else { return }
    let late = max(0, max(0, first) - frame)
    guard let buffer = late > 0 ? piece.buffer.dropping(late) : piece.buffer else { return }
    let played = played
    player.scheduleBuffer(
      buffer, at: AVAudioTime(sampleTime: Int64(frame + late), atRate: rate)
    ) {
      played?()
    }
  }
}

extension AVAudioPCMBuffer {
  /// A copy without the first frames; `nil` if no frames are left.
  fileprivate func dropping(_ count: Int) -> AVAudioPCMBuffer? {
    let left = Int(frameLength) - count
    guard left > 0,
      let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(left))
    else { return nil }
    copy.frameLength = copy.frameCapacity
    for channel in 0..<Int(format.channelCount) {
      // Safe: both buffers have this many frames of Float32 in separate channels.
      guard let source = unsafe floatChannelData?[channel],
        let target = unsafe copy.floatChannelData?[channel]
      else { return nil }
      unsafe target.update(from: source + count, count: left)
    }
    return copy
  }
}
