internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Chooses the device of a direction; a running engine continues on it.
  ///
  /// A running engine that cannot use the device continues on the former one. If that fails, too,
  /// the engine stops as after the loss of its device.
  ///
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if the device does not exist, or cannot be
  ///   started.
  func setDevice(_ number: AudioObjectID, isOutput: Bool) -> OSStatus {
    let former = devices.number(isOutput: isOutput)
    let status = choose(number, isOutput: isOutput)
    guard status == noErr, isRunning, !isInManualRenderingMode else { return status }
    if keeper.graph.isRenderThread {
      later.post { [weak self] in _ = self?.continueOnDevice(isOutput: isOutput, orOn: former) }
      return noErr
    }
    return continueOnDevice(isOutput: isOutput, orOn: former)
  }

  /// Chooses a device for the next start.
  private func choose(_ number: AudioObjectID, isOutput: Bool) -> OSStatus {
    let status = devices.set(number, isOutput: isOutput)
    guard status == noErr else { return status }
    if isOutput, let choice = devices.outputChoice { keeper.playback.setChoice(choice) }
    if !isOutput { recorder.setChoice(devices.inputChoice) }
    return noErr
  }

  /// Opens the chosen device instead of the open one, while the nodes keep their positions.
  ///
  /// - Parameters:
  ///   - isOutput: Whether the device plays.
  ///   - former: The device to open if the chosen one cannot be opened.
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if the chosen device cannot be opened.
  private func continueOnDevice(isOutput: Bool, orOn former: AudioObjectID) -> OSStatus {
    turns.take()
    guard state.withLock({ $0.isRunning && $0.manual == nil }),
      isOutput ? keeper.playback.isOpen : recorder.isOpen
    else {
      turns.give()
      return noErr
    }
    let isChosen = reopen(isOutput: isOutput)
    let isOpen =
      isChosen || choose(former, isOutput: isOutput) == noErr && reopen(isOutput: isOutput)
    turns.give()
    if !isOpen { deviceWasLost() }
    return isChosen ? noErr : kAudioUnitErr_InvalidPropertyValue
  }

  /// Closes the open device, and opens the chosen one; the caller has the turn.
  private func reopen(isOutput: Bool) -> Bool {
    guard isOutput else {
      recorder.close()
      guard (try? openInput()) != nil else { return false }
      beginInput()
      state.withLock { publish(&$0) }
      return true
    }
    let rate = state.withLock { $0.graphFormat.sampleRate }
    keeper.playback.stop()
    keeper.setDevice(origin: keeper.graph.frame, rate: rate)
    return (try? keeper.playback.start(playedFrames, bufferSeconds: Self.bufferSeconds)) != nil
  }
}
