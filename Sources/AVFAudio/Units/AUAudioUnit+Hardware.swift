internal import AudioToolbox
internal import Foundation

// Units that play on a device, or record from one.
extension AUAudioUnit {
  private func requireBridge(_ call: String) throws -> UnitBridge {
    guard let bridge, bridge.isHardware else {
      throw NSError.audio(kAudio_UnimplementedError, call)
    }
    return bridge
  }

  /// Whether the unit can record.
  public var canPerformInput: Bool {
    (self as? NodeUnit)?.deviceNode is AVAudioInputNode || bridge?.canRecord ?? false
  }
  /// Whether the unit can play.
  public var canPerformOutput: Bool {
    (self as? NodeUnit)?.deviceNode is AVAudioOutputNode || bridge?.isHardware ?? false
  }

  /// Whether the unit records; set it before ``allocateRenderResources()``.
  public var isInputEnabled: Bool {
    get { bridge?.isEnabled(.input) ?? false }
    set { bridge?.setEnabled(.input, newValue) }
  }

  /// Whether the unit plays; set it before ``allocateRenderResources()``.
  public var isOutputEnabled: Bool {
    get { bridge?.isEnabled(.output) ?? false }
    set { bridge?.setEnabled(.output, newValue) }
  }

  /// Provides the frames to play, in the format of the first input; runs on the render thread.
  public var outputProvider: AURenderPullInputBlock? {
    get { unsafe bridge?.hardware.outputProvider }
    set { unsafe bridge?.hardware.outputProvider = newValue }
  }

  /// Called when recorded frames are available; the handler gets them with ``renderBlock``.
  ///
  /// The frames are those of bus 1.
  public var inputHandler: AUInputHandler? {
    get { unsafe bridge?.hardware.inputHandler }
    set { unsafe bridge?.setInputHandler(newValue) }
  }

  /// Whether the device runs.
  public var isRunning: Bool {
    bridge.map { $0.access.get(kAudioOutputUnitProperty_IsRunning, UInt32(0)) != 0 } ?? false
  }

  /// Starts the device, after ``allocateRenderResources()``.
  ///
  /// - Throws: An error if no device can be started, if the unit uses no device, or if it is not
  ///   prepared.
  public func startHardware() throws {
    let call = "AUAudioUnit.startHardware()"
    try check(unsafe AudioOutputUnitStart(requireBridge(call).unit), call)
  }

  /// Stops the device.
  public func stopHardware() {
    if let bridge, bridge.isHardware { unsafe AudioOutputUnitStop(bridge.unit) }
  }

  /// The ID of the device in the functions of CoreAudio; 0 without a device.
  public var deviceID: AUAudioObjectID {
    if let node = (self as? NodeUnit)?.deviceNode { return node.deviceNumber }
    return bridge?.access.get(kAudioOutputUnitProperty_CurrentDevice, AUAudioObjectID(0)) ?? 0
  }

  /// Chooses the device.
  ///
  /// The object of an engine's input or output node chooses the device of the engine. An engine
  /// that runs continues on it.
  ///
  /// - Throws: An error if the unit cannot use the device.
  public func setDeviceID(_ deviceID: AUAudioObjectID) throws {
    let call = "AUAudioUnit.setDeviceID(_:)"
    if let node = (self as? NodeUnit)?.deviceNode {
      return try check(node.setDevice(deviceID), call)
    }
    try check(
      requireBridge(call).access.set(kAudioOutputUnitProperty_CurrentDevice, deviceID), call)
  }
}

/// An object of the hardware, as CoreAudio's `AudioObjectID`.
public typealias AUAudioObjectID = UInt32
