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
  /// A running engine that cannot use the device continues on the former one.
  ///
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if the device does not exist, or cannot be
  ///   started.
  func setDevice(_ number: AudioObjectID, isOutput: Bool) -> OSStatus {
    let old = devices.number(isOutput: isOutput)
    let status = devices.set(number, isOutput: isOutput)
    guard status == noErr else { return status }
    if isOutput, let choice = devices.outputChoice { keeper.playback.setChoice(choice) }
    if !isOutput { recorder.setChoice(devices.inputChoice) }
    guard isRunning, !isInManualRenderingMode else { return noErr }
    if keeper.graph.isRenderThread {
      later.post { [weak self] in try? self?.continueOnDevice(isOutput: isOutput) }
      return noErr
    }
    do {
      try continueOnDevice(isOutput: isOutput)
      return noErr
    } catch {
      guard old != number else { return kAudioUnitErr_InvalidPropertyValue }
      _ = setDevice(old, isOutput: isOutput)
      return kAudioUnitErr_InvalidPropertyValue
    }
  }

  /// Opens the chosen device instead of the open one, while the nodes keep their positions.
  private func continueOnDevice(isOutput: Bool) throws {
    turns.take()
    defer { turns.give() }
    guard state.withLock({ $0.isRunning && $0.manual == nil }) else { return }
    guard isOutput else {
      guard recorder.isOpen else { return }
      recorder.close()
      try openInput()
      beginInput()
      return state.withLock { publish(&$0) }
    }
    guard keeper.playback.isOpen else { return }
    let rate = state.withLock { $0.graphFormat.sampleRate }
    keeper.playback.stop()
    keeper.setDevice(origin: keeper.graph.frame, rate: rate)
    do throws(DeviceError) {
      try keeper.playback.start(keeper.graph, bufferSeconds: Self.bufferSeconds)
    } catch {
      throw NSError.audio(EngineStatus.failedInitialization, "AVAudioEngine: \(error)")
    }
  }
}
