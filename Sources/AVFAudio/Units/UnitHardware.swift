internal import AudioRealtime
internal import AudioToolbox
internal import Synchronization

/// The closures of a client that an output unit calls.
final class UnitHardware: Sendable {
  /// Closures that never change.
  @safe private final class Closures: @unchecked Sendable {
    // Unchecked: the client states its closures for render threads.
    let provider: AURenderPullInputBlock?
    let handler: AUInputHandler?

    init(_ provider: AURenderPullInputBlock?, _ handler: AUInputHandler?) {
      unsafe (self.provider, self.handler) = unsafe (provider, handler)
    }
  }

  /// The closures for playback and for recording, which different threads call.
  private let providers = PublishedObject()
  private let handlers = PublishedObject()
  private let current = unsafe Mutex(Closures(nil, nil))

  /// Provides the frames to play.
  var outputProvider: AURenderPullInputBlock? {
    get { unsafe closures.provider }
    set {
      let new = unsafe replace(Closures(newValue, closures.handler))
      providers.publish(new)
    }
  }

  /// Is called when recorded frames are available.
  var inputHandler: AUInputHandler? {
    get { unsafe closures.handler }
    set {
      let new = unsafe replace(Closures(closures.provider, newValue))
      handlers.publish(new)
    }
  }

  private var closures: Closures { current.withLock { $0 } }

  private func replace(_ new: Closures) -> Closures {
    let old = current.withLock { current in
      defer { current = new }
      return current
    }
    withExtendedLifetime(old) {}
    return new
  }

  // MARK: The render thread

  /// Gets the frames to play from the client.
  func provide(_ call: UnitBridge.Call, _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus {
    guard providers.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { providers.end() }
    // Safe: only such objects are published.
    let found = providers.object.map { unsafe unsafeDowncast($0, to: Closures.self) }
    guard let provider = unsafe found?.provider else { return kAudioUnitErr_NoConnection }
    return unsafe provider(call.flags, call.time, call.count, call.bus, list)
  }

  /// Calls the client's handler for recorded frames.
  func handle(_ call: UnitBridge.Call) -> OSStatus {
    guard handlers.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { handlers.end() }
    // Safe: only such objects are published.
    let found = handlers.object.map { unsafe unsafeDowncast($0, to: Closures.self) }
    if let handler = unsafe found?.handler {
      unsafe handler(call.flags, call.time, call.count, call.bus)
    }
    return noErr
  }
}

extension UnitBridge {
  /// Whether the unit plays on a device.
  var isHardware: Bool {
    description.componentType == kAudioUnitType_Output
      && description.componentSubType != kAudioUnitSubType_GenericOutput
  }

  /// Whether the unit records from a device.
  var canRecord: Bool {
    isHardware
      && [
        kAudioUnitSubType_HALOutput, kAudioUnitSubType_RemoteIO,
        kAudioUnitSubType_VoiceProcessingIO,
      ].contains(description.componentSubType)
  }

  /// Whether a side of the unit is in use.
  func isEnabled(_ type: AUAudioUnitBusType) -> Bool {
    let (scope, element) = Self.side(type)
    return access.get(kAudioOutputUnitProperty_EnableIO, scope, element, UInt32(0)) != 0
  }

  func setEnabled(_ type: AUAudioUnitBusType, _ isOn: Bool) {
    let (scope, element) = Self.side(type)
    _ = access.set(kAudioOutputUnitProperty_EnableIO, scope, element, UInt32(isOn ? 1 : 0))
  }

  private static func side(
    _ type: AUAudioUnitBusType
  ) -> (scope: AudioUnitScope, element: AudioUnitElement) {
    type == .input ? (kAudioUnitScope_Input, 1) : (kAudioUnitScope_Output, 0)
  }

  /// Makes the unit call the client's handler; `nil` ends the calls.
  func setInputHandler(_ handler: AUInputHandler?) {
    unsafe hardware.inputHandler = unsafe handler
    // Safe: the unit is disposed of before this object ends.
    let callback = unsafe AURenderCallbackStruct(
      inputProc: handler == nil ? nil : Self.handle,
      inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    _ = unsafe access.set(kAudioOutputUnitProperty_SetInputCallback, callback)
  }

  private static let handle: AURenderCallback = { context, flags, time, bus, count, _ in
    // Safe: the context is the object that disposes of the unit.
    let bridge = unsafe Unmanaged<UnitBridge>.fromOpaque(context).takeUnretainedValue()
    return unsafe bridge.hardware.handle(Call(flags, time, count, Int(bus)))
  }
}
