internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// A node that plays buffers and files, each from a time that the client chooses.
///
/// Handlers are called one after the other on a thread of the engine, while no lock is held. They
/// may call any method, including ``stop()``.
///
/// Connect the player before you schedule files. A file is converted to the format that the
/// connection has at that time.
// Unchecked, like its superclass.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  let parts = PlayerParts()
  private let decoder = SerialThread(name: "oca-decoder")
  private let keeper = Mutex<EngineKeeper?>(nil)

  /// Makes a player without an engine.
  public init() {
    super.init(parts.core)
  }

  deinit {
    keeper.withLock { $0 }?.remove(parts)
    parts.stop()
  }

  override func engineDidChange(_ engine: AVAudioEngine?) {
    let new = engine?.keeper
    let old = keeper.withLock { keeper in
      defer { keeper = new }
      return keeper
    }
    if new !== old {
      old?.remove(parts)
      if new == nil { parts.stop() }
      if let new {
        parts.handlers = new.handlers
        new.add(parts)
      }
    }
    if engine != nil { parts.sampleRate = outputFormat(forBus: 0).sampleRate }
  }

  // MARK: Playing

  /// Whether the player is neither paused nor stopped; it stays `true` after the last buffer.
  open var isPlaying: Bool { parts.voice.isPlaying }

  /// Plays from the next rendered frame on, or continues.
  open func play() { play(at: nil) }

  /// Plays from a time on.
  ///
  /// - Parameter when: A time of the machine's clock, or a frame of the node; `nil` for the next
  ///   rendered frame. The player starts at once if the time has passed.
  open func play(at when: AVAudioTime?) {
    precondition(engine?.isRunning == true, "player started when engine not running")
    if parts.voice.hasItems { engine?.wakeDevice() }
    parts.voice.play(at: when.flatMap { nodeFrame(at: $0) })
  }

  /// Pauses; ``play()`` continues with the next frame.
  open func pause() { parts.voice.pause() }

  /// Stops, drops all buffers, calls their handlers, and sets the player's time to 0.
  open func stop() { parts.stop() }

  /// Has no effect, because the player always decodes files ahead.
  ///
  /// - Parameter frameCount: Ignored.
  open func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

  // MARK: Time

  /// Converts a time of the player to a time of the node.
  ///
  /// - Parameter playerTime: A frame of the player, or a time of the machine's clock.
  /// - Returns: The time of the node; `nil` while the player does not play.
  @discardableResult
  open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
    convert(playerTime, toPlayer: false)
  }

  /// Converts a time of the node to a time of the player.
  ///
  /// - Parameter nodeTime: A frame of the node, or a time of the machine's clock.
  /// - Returns: The time of the player; `nil` while the player does not play.
  @discardableResult
  open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
    convert(nodeTime, toPlayer: true)
  }

  private func convert(_ time: AVAudioTime, toPlayer: Bool) -> AVAudioTime? {
    guard let origin = parts.voice.originFrame else { return nil }
    guard time.isSampleTimeValid else {
      // A host time is the same moment for the node and the player.
      guard let frame = nodeFrame(at: time) else { return nil }
      let converted = toPlayer ? frame - origin : frame
      return AVAudioTime(
        hostTime: time.hostTime, sampleTime: AVAudioFramePosition(converted),
        atRate: parts.sampleRate)
    }
    guard let offset = scaled(origin, to: time) else { return nil }
    let (frame, overflow) =
      toPlayer
      ? time.sampleTime.subtractingReportingOverflow(offset)
      : time.sampleTime.addingReportingOverflow(offset)
    guard !overflow else { return nil }
    guard time.isHostTimeValid else {
      return AVAudioTime(sampleTime: frame, atRate: time.sampleRate)
    }
    return AVAudioTime(hostTime: time.hostTime, sampleTime: frame, atRate: time.sampleRate)
  }

  /// Converts a frame of the node to the sample rate of a time; `nil` if the result does not fit.
  private func scaled(_ frame: Int, to time: AVAudioTime) -> AVAudioFramePosition? {
    let rate = parts.sampleRate
    if time.sampleRate == rate { return AVAudioFramePosition(frame) }
    return AVAudioFramePosition(exactly: (Double(frame) * time.sampleRate / rate).rounded())
  }

  /// The frame of the node at a time; `nil` for a time of the machine's clock if no device plays.
  private func nodeFrame(at time: AVAudioTime) -> Int? {
    let rate = parts.sampleRate
    if time.isSampleTimeValid {
      let frame = Double(time.sampleTime) * rate / time.sampleRate
      return time.sampleRate == rate ? Int(time.sampleTime) : Int(exactly: frame.rounded())
    }
    return time.isHostTimeValid ? engine?.frame(of: self, rate, atHostTime: time.hostTime) : nil
  }

  // MARK: Scheduling

  /// The start of an item, from a time of the player or of the machine's clock.
  private func start(at when: AVAudioTime?) -> PlayerItem.Start {
    guard let when, let frame = nodeFrame(at: when) else { return .next }
    return when.isSampleTimeValid ? .playerFrame(frame) : .nodeFrame(frame)
  }

  func schedule(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
    _ report: PlayerReport?
  ) {
    if isPlaying { engine?.wakeDevice() }
    let channelCount = Int(outputFormat(forBus: 0).channelCount)
    guard let standard = buffer.standard(channelCount: channelCount) else {
      preconditionFailure(
        "the player node cannot convert a buffer with the format \(buffer.format)")
    }
    let source = BufferSource(standard.planes, count: Int(standard.frameLength))
    let interruption: PlayerItem.Interruption =
      options.contains(.interruptsAtLoop)
      ? .atLoop : options.contains(.interrupts) ? .atStart : .never
    let replaced = parts.voice.schedule(
      PlayerContent(
        source, start: start(at: when), loops: options.contains(.loops),
        interruption: interruption, report: report))
    parts.report(replaced)
  }

  func schedule(
    _ segment: FileSegment, at when: AVAudioTime?, _ report: PlayerReport?
  ) {
    if isPlaying { engine?.wakeDevice() }
    let format = outputFormat(forBus: 0).graphFormat
    let decoding = FileDecoding(segment, to: format)
    _ = parts.voice.schedule(
      PlayerContent(decoding.stream, start: start(at: when), report: report))
    decoder.post { decoding.run() }
  }
}
