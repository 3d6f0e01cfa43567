public import AudioToolbox
internal import Foundation

extension AUAudioUnit {
  /// The closure with which a host renders, after it has called ``allocateRenderResources()``.
  ///
  /// One thread at a time calls it. It passes the scheduled events to the unit's own closure.
  public var renderBlock: AURenderBlock {
    unsafe UnitRendering(internalRenderBlock, events, renderObservers).block
  }

  /// The closure with which a host schedules changes of parameters, from any thread.
  ///
  /// 512 events can wait; further ones are lost.
  public var scheduleParameterBlock: AUScheduleParameterBlock {
    if let bridge { return { bridge.schedule($0, ramp: $1, $2, $3) } }
    if let unit = self as? NodeUnit { return unit.settingBlock }
    let events = events
    return { events.add($0, ramp: $1, $2, $3) }
  }

  /// The closure that schedules MIDI messages; `nil` if the unit does not receive them.
  var messageBlock: AUScheduleMIDIEventBlock? {
    let type = componentDescription.componentType
    guard isMusicDeviceOrEffect || type == kAudioUnitType_MIDIProcessor else { return nil }
    if let bridge { return { unsafe bridge.send($0, $2, $3) } }
    let events = events
    return { time, cable, length, bytes in
      // Safe: the host provides as many bytes as it states.
      _ = unsafe events.add(time, cable, UnsafeBufferPointer(start: bytes, count: length))
    }
  }

  /// Adds an observer that is called on the render thread before and after each call that renders.
  ///
  /// - Returns: A token for ``removeRenderObserver(_:)``.
  public func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
    unsafe renderObservers.add(observer)
  }

  /// Removes an observer; a call in progress may still use it.
  public func removeRenderObserver(_ token: Int) { renderObservers.remove(token) }

  /// Whether changes of all parameters can be heard; always `true`.
  ///
  /// A program can observe the values of all parameters by this key path:
  /// `unit.observe(\.allParameterValues) { unit, _ in … }`.
  public var allParameterValues: Bool {
    for parameter in parameterTree?.allParameters ?? [] { _ = parameter.value }
    return true
  }
}

// The component.
extension AUAudioUnit {
  /// The component, for the functions of version 2.
  ///
  /// For a subclass that is not registered, it refers to no component.
  public var component: AudioComponent {
    var description = componentDescription
    guard let found = unsafe AudioComponentFindNext(nil, &description) else {
      // Safe: the functions check the reference, which is never dereferenced.
      return unsafe unsafeBitCast(UInt(0), to: AudioComponent.self)
    }
    return unsafe found
  }

  /// The name of a component.
  func name(of component: AudioComponent) -> String? {
    var name: Unmanaged<CFString>?
    unsafe AudioComponentCopyName(component, &name)
    return unsafe name?.takeRetainedValue() as String?
  }

  /// The version of a component.
  func version(of component: AudioComponent) -> UInt32 {
    var version: UInt32 = 0
    unsafe AudioComponentGetVersion(component, &version)
    return version
  }

  /// The parts of a component's name.
  static func split(_ name: String) -> (maker: String?, unit: String) {
    guard let colon = name.range(of: ": ") else { return (nil, name) }
    return (String(name[..<colon.lowerBound]), String(name[colon.upperBound...]))
  }

  /// The error of functions for presets that a subclass does not support.
  static let noPresets = NSError.audio(
    kAudio_UnimplementedError, "AUAudioUnit: user presets are not supported")

  /// Whether the unit runs in this process; always `true`.
  public var isLoadedInProcess: Bool { true }
}
