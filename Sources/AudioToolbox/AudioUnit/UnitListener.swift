internal import CoreAudioTypes

/// A function of the client that is called after a change of a property.
@safe struct UnitListener: Equatable, @unchecked Sendable {
  // Unchecked: the client states the function and its pointer for any thread.
  let property: AudioUnitPropertyID
  let proc: AudioUnitPropertyListenerProc
  let data: UnsafeMutableRawPointer?

  init(
    _ property: AudioUnitPropertyID, _ proc: AudioUnitPropertyListenerProc,
    _ data: UnsafeMutableRawPointer?
  ) {
    self.property = property
    unsafe self.proc = unsafe proc
    unsafe self.data = unsafe data
  }

  func call(_ unit: UInt, _ part: UnitPart) {
    // Safe: C clients may pass null for the pointer; the unit is only a number.
    guard let unit = unsafe AudioUnit(bitPattern: unit) else { return }
    let data = unsafe unsafeBitCast(self.data, to: UnsafeMutableRawPointer.self)
    unsafe proc(data, unit, property, part.scope, AudioUnitElement(part.element))
  }

  static func == (one: UnitListener, other: UnitListener) -> Bool {
    // Safe: function pointers are only compared.
    unsafe one.property == other.property
      && unsafeBitCast(one.proc, to: UInt.self) == unsafeBitCast(other.proc, to: UInt.self)
      && one.data == other.data
  }
}
