public import CoreAudioTypes

/// Gets the size of a property value, and whether the property is writable.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: Must be 4.
///   - inSpecifier: A pointer to a `SystemSoundID`.
///   - outPropertyDataSize: On return, the size in bytes. May be nil.
///   - outWritable: On return, whether the property is writable. May be nil.
/// - Returns: 0, or an error from `AudioServicesGetProperty`.
@c @implementation
public func AudioServicesGetPropertyInfo(
  _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeRawPointer?, _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    _ = try unsafe SystemSoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
    unsafe outPropertyDataSize?.pointee = 4
    unsafe outWritable?.pointee = true
  }
}

/// Gets the value of a property of a sound.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: Must be 4.
///   - inSpecifier: A pointer to a `SystemSoundID`.
///   - ioPropertyDataSize: The capacity of `outPropertyData` in bytes. On return, the number of
///     bytes written.
///   - outPropertyData: On return, the value.
/// - Returns: 0; `kAudioServicesUnsupportedPropertyError`; `kAudioServicesBadSpecifierSizeError` if
///   the specifier size is wrong; `kAudioServicesSystemSoundUnspecifiedError` if the sound does not
///   exist; `kAudioServicesBadPropertySizeError`; `kAudio_ParamError`.
@c @implementation
public func AudioServicesGetProperty(
  _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeRawPointer?, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(ioPropertyDataSize), let outPropertyData = unsafe outPropertyData else {
      throw StatusError(kAudio_ParamError)
    }
    let property = try unsafe SystemSoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
    // Safe: the client provides as many bytes as it states.
    guard
      unsafe PropertyValue(property.value).write(to: outPropertyData, size: ioPropertyDataSize)
    else { throw StatusError(kAudioServicesBadPropertySizeError) }
  }
}

/// Sets a property of a sound.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: Must be 4.
///   - inSpecifier: A pointer to a `SystemSoundID`.
///   - inPropertyDataSize: Must be 4.
///   - inPropertyData: The value.
/// - Returns: 0, or an error from `AudioServicesGetProperty`.
@c @implementation
public func AudioServicesSetProperty(
  _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeRawPointer?, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    guard UInt(bitPattern: inPropertyData) != 0 else { throw StatusError(kAudio_ParamError) }
    let property = try unsafe SystemSoundProperty(inPropertyID, inSpecifierSize, inSpecifier)
    guard inPropertyDataSize == 4 else {
      throw StatusError(kAudioServicesBadPropertySizeError)
    }
    // Safe: the client provides as many bytes as it states.
    property.set(unsafe inPropertyData.loadUnaligned(as: UInt32.self))
  }
}

/// A property of one sound.
private struct SystemSoundProperty {
  private let property: AudioServicesPropertyID
  private let sound: SystemSound

  /// Finds the sound that a client specifies.
  init(
    _ property: AudioServicesPropertyID, _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?
  ) throws(StatusError) {
    guard
      property == kAudioServicesPropertyIsUISound
        || property == kAudioServicesPropertyCompletePlaybackIfAppDies
    else { throw StatusError(kAudioServicesUnsupportedPropertyError) }
    guard specifierSize == 4 else { throw StatusError(kAudioServicesBadSpecifierSizeError) }
    guard let specifier = unsafe specifier else { throw StatusError(kAudio_ParamError) }
    self.property = property
    // Safe: the client provides as many bytes as it states.
    sound = try SystemSounds.find(unsafe specifier.loadUnaligned(as: SystemSoundID.self))
  }

  var value: UInt32 {
    property == kAudioServicesPropertyIsUISound ? sound.isUISound : sound.completesIfProgramEnds
  }

  func set(_ value: UInt32) {
    if property == kAudioServicesPropertyIsUISound {
      sound.isUISound = value
    } else {
      sound.completesIfProgramEnds = value
      if value != 0 { SystemSounds.waitAtExit() }
    }
  }
}
