internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Whether the engine stops its device while nothing plays; `false` by default.
  ///
  /// The device stops five seconds after the last buffer of all players, and ``isRunning`` stays
  /// `true`. The next buffer of a playing player starts the device again. Nodes that make sound by
  /// themselves, taps, and the input node keep the device running.
  public var isAutoShutdownEnabled: Bool {
    get { idleness.isEnabled }
    set {
      idleness.setEnabled(newValue) { [weak self] in
        guard let self else { return false }
        lookForSilence()
        return true
      }
    }
  }

  /// Starts the device again for a node that has something to play.
  ///
  /// On the render thread, the device runs already.
  func wakeDevice() {
    guard idleness.isDeviceDown, !keeper.graph.isRenderThread else { return }
    turns.take()
    defer { turns.give() }
    startAgain()
  }

  /// Stops the device after a long silence, or starts it again.
  private func lookForSilence() {
    turns.take()
    defer { turns.give() }
    let isQuiet = isQuiet
    let mayStop = idleness.note(isQuiet: isQuiet)
    if idleness.isDeviceDown {
      if !isQuiet || !idleness.isEnabled { startAgain() }
    } else if mayStop, keeper.playback.isOpen {
      keeper.playback.stop()
      keeper.setDevice(origin: nil, rate: state.withLock { $0.graphFormat.sampleRate })
      idleness.isDeviceDown = true
    }
  }

  /// Whether the engine runs on a device and no node has sound.
  private var isQuiet: Bool {
    let nodes = state.withLock { state -> [AVAudioNode]? in
      guard state.isRunning, state.manual == nil, !state.usesInput else { return nil }
      return Array(state.attached) + state.ownNodes
    }
    guard let nodes else { return false }
    return nodes.allSatisfy { node in
      guard node.taps.isEmpty, !node.makesSound else { return false }
      guard let voice = (node as? AVAudioPlayerNode)?.parts.voice else { return true }
      return !voice.isPlaying || !voice.hasItems
    }
  }

  /// Starts the device at the frame at which the graph stopped; the caller holds `turns`.
  private func startAgain() {
    let (isRunning, rate) = state.withLock { ($0.isRunning, $0.graphFormat.sampleRate) }
    guard idleness.isDeviceDown, isRunning else { return }
    idleness.isDeviceDown = false
    keeper.graph.forgetLastSlice()
    keeper.setDevice(origin: keeper.graph.frame, rate: rate)
    do throws(DeviceError) {
      try keeper.playback.start(playedFrames, bufferSeconds: Self.bufferSeconds)
    } catch {
      // The device is gone, which the thread of the engine handles.
      keeper.loss.note()
    }
  }
}

extension AVAudioNode {
  /// Whether the node makes sound without a player.
  fileprivate var makesSound: Bool {
    self is AVAudioSourceNode || self is AVAudioUnitMIDIInstrument || self is AVAudioUnitGenerator
      || (self as? AVAudioUnit)?.hosted != nil
  }
}
