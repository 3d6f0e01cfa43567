internal import COpenAL.Library

/// Reads a property of a source: `ALC_ASA_REVERB_SEND_LEVEL`, `_OCCLUSION`, or `_OBSTRUCTION`.
@c(OCAOpenALGetSourceProperty)
package func openALSourceProperty(
  _ property: ALuint, _ source: ALuint, _ data: UnsafeMutableRawPointer?,
  _ dataSize: UnsafeMutablePointer<ALuint>?
) -> ALenum {
  guard let place = place(ofSource: property) else { return AL_INVALID_ENUM }
  guard alIsSource(source) != 0 else { return AL_INVALID_NAME }
  let value = SpatialEffects.current {
    ($0.sources[source] ?? SpatialEffects.Source())[keyPath: place.path]
  }
  guard let value else { return AL_INVALID_OPERATION }
  return unsafe give(value, data, dataSize)
}

/// Sets a property of a source.
@c(OCAOpenALSetSourceProperty)
package func setOpenALSourceProperty(
  _ property: ALuint, _ source: ALuint, _ data: UnsafeMutableRawPointer?, _ dataSize: ALuint
) -> ALenum {
  guard let place = place(ofSource: property) else { return AL_INVALID_ENUM }
  guard alIsSource(source) != 0 else { return AL_INVALID_NAME }
  guard let value = unsafe number(data, dataSize, ALfloat.self), place.range.contains(value) else {
    return AL_INVALID_VALUE
  }
  let isSet: Void? = SpatialEffects.current { effects in
    effects.sources[source, default: .init()][keyPath: place.path] = value
    effects.apply(to: source)
  }
  return isSet == nil ? AL_INVALID_OPERATION : AL_NO_ERROR
}

/// Reads a property of the listener: `ALC_ASA_REVERB_ON`, `_GLOBAL_LEVEL`, or `_ROOM_TYPE`.
@c(OCAOpenALGetListenerProperty)
package func openALListenerProperty(
  _ property: ALuint, _ data: UnsafeMutableRawPointer?, _ dataSize: UnsafeMutablePointer<ALuint>?
) -> ALenum {
  guard let effects = SpatialEffects.current({ $0 }) else { return AL_INVALID_OPERATION }
  switch ALenum(bitPattern: property) {
  case ALC_ASA_REVERB_ON: return unsafe give(ALuint(effects.isOn ? 1 : 0), data, dataSize)
  case ALC_ASA_REVERB_GLOBAL_LEVEL: return unsafe give(effects.level, data, dataSize)
  case ALC_ASA_REVERB_ROOM_TYPE: return unsafe give(effects.room, data, dataSize)
  default: return AL_INVALID_ENUM
  }
}

/// Sets a property of the listener; the equalizer and the quality do not exist.
@c(OCAOpenALSetListenerProperty)
package func setOpenALListenerProperty(
  _ property: ALuint, _ data: UnsafeMutableRawPointer?, _ dataSize: ALuint
) -> ALenum {
  let change: (inout SpatialEffects) -> Void
  switch ALenum(bitPattern: property) {
  case ALC_ASA_REVERB_ON:
    // A truth value has one byte on macOS, and four on iOS.
    let byte = unsafe number(data, min(dataSize, 1), UInt8.self)
    guard let byte else { return AL_INVALID_VALUE }
    change = { $0.isOn = byte != 0 }
  case ALC_ASA_REVERB_GLOBAL_LEVEL:
    guard let level = unsafe number(data, dataSize, ALfloat.self), (-40...40).contains(level)
    else { return AL_INVALID_VALUE }
    change = { $0.level = level }
  case ALC_ASA_REVERB_ROOM_TYPE:
    guard let room = unsafe number(data, dataSize, ALint.self),
      SpatialEffects.rooms.indices.contains(Int(room))
    else { return AL_INVALID_VALUE }
    change = { $0.room = room }
  default: return AL_INVALID_ENUM
  }
  let isSet: Void? = SpatialEffects.current { effects in
    change(&effects)
    effects.applyListener()
  }
  return isSet == nil ? AL_INVALID_OPERATION : AL_NO_ERROR
}

/// The key path of a source's property, and its range; `nil` for an unknown property.
private func place(
  ofSource property: ALuint
) -> (path: WritableKeyPath<SpatialEffects.Source, ALfloat>, range: ClosedRange<ALfloat>)? {
  switch ALenum(bitPattern: property) {
  case ALC_ASA_REVERB_SEND_LEVEL: (\.sendLevel, 0...1)
  case ALC_ASA_OCCLUSION: (\.occlusion, -100...0)
  case ALC_ASA_OBSTRUCTION: (\.obstruction, -100...0)
  default: nil
  }
}

/// Reads a number from a client's memory; `nil` if the memory has another size.
private func number<Number: BitwiseCopyable>(
  _ data: UnsafeMutableRawPointer?, _ size: ALuint, _ type: Number.Type
) -> Number? {
  guard let data = unsafe data, Int(size) == MemoryLayout<Number>.size else { return nil }
  // Safe: the client states the size of its memory.
  return unsafe data.loadUnaligned(as: type)
}

/// Copies a number to a client's memory; `AL_INVALID_VALUE` if the memory is too small.
private func give<Number: BitwiseCopyable>(
  _ value: Number, _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<ALuint>?
) -> ALenum {
  let wanted = ALuint(MemoryLayout<Number>.size)
  guard let data = unsafe data, let size = unsafe size, unsafe size.pointee >= wanted else {
    return AL_INVALID_VALUE
  }
  // Safe: the client states the size of its memory.
  unsafe data.storeBytes(of: value, as: Number.self)
  unsafe size.pointee = wanted
  return AL_NO_ERROR
}
