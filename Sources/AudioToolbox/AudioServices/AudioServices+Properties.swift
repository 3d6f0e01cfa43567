public import CoreAudioTypes

/// Tells the size of a property's value, and whether it can be set.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: 4.
///   - inSpecifier: A `SystemSoundID`.
///   - outPropertyDataSize: Takes the size in bytes. May be nil.
///   - outWritable: Takes whether it can be set. May be nil.
/// - Returns: 0, or as of `AudioServicesGetProperty`.
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

/// Tells the value of a property of a sound.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: 4.
///   - inSpecifier: A `SystemSoundID`.
///   - ioPropertyDataSize: The size of the memory, then that of the value.
///   - outPropertyData: Takes the value.
/// - Returns: 0; `kAudioServicesUnsupportedPropertyError`; `kAudioServicesBadSpecifierSizeError` where the
///   specifier is not of a sound's size; `kAudioServicesSystemSoundUnspecifiedError` where there is no such
///   sound; `kAudioServicesBadPropertySizeError`; `kAudio_ParamError`.
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
    // Safe: the client lends as much memory as it says.
    guard
      unsafe PropertyValue(property.value).write(to: outPropertyData, size: ioPropertyDataSize)
    else { throw StatusError(kAudioServicesBadPropertySizeError) }
  }
}

/// Sets a property of a sound.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: 4.
///   - inSpecifier: A `SystemSoundID`.
///   - inPropertyDataSize: 4.
///   - inPropertyData: The value.
/// - Returns: 0, or as of `AudioServicesGetProperty`.
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
    // Safe: the client lends as much memory as it says.
    property.set(unsafe inPropertyData.loadUnaligned(as: UInt32.self))
  }
}

/// A property of one sound.
private struct SystemSoundProperty {
  private let property: AudioServicesPropertyID
  private let sound: SystemSound

  /// Finds the sound that a client has specified.
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
    // Safe: the client lends as much memory as it says.
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
