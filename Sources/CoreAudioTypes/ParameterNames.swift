public import CAudioToolbox
public import CoreFoundation
public import Foundation

extension AudioUnitParameterNameInfo {
  /// On return, the name, which the caller owns.
  public var outName: Unmanaged<CFString>? {
    // Safe: the member is a string or null, and an unmanaged reference has no further requirements.
    get { unsafe __outName.map { unsafe Unmanaged.fromOpaque($0) } }
    set { unsafe __outName = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }

  /// Requests a name.
  public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>?) {
    // Safe: the address is that of a string.
    unsafe self.init(
      inID: inID, inDesiredLength: inDesiredLength,
      __outName: outName.map { unsafe UnsafeRawPointer($0.toOpaque()) })
  }
}

extension AudioUnitParameterStringFromValue {
  /// On return, the text, which the caller owns.
  public var outString: Unmanaged<CFString>? {
    // Safe: the member is a string or null, and an unmanaged reference has no further requirements.
    get { unsafe __outString.map { unsafe Unmanaged.fromOpaque($0) } }
    set { unsafe __outString = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }

  /// Requests the text of a value.
  public init(
    inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>,
    outString: Unmanaged<CFString>?
  ) {
    // Safe: the address is that of a string, and the client keeps the value.
    unsafe self.init(
      inParamID: inParamID, inValue: inValue,
      __outString: outString.map { unsafe UnsafeRawPointer($0.toOpaque()) })
  }
}

extension AudioUnitParameterValueFromString {
  /// The text, owned by the creator of the structure.
  public var inString: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__inString) }
    set { unsafe __inString = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Requests the value of a text.
  public init(
    inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>,
    outValue: AudioUnitParameterValue
  ) {
    // Safe: the address is that of a string.
    unsafe self.init(
      inParamID: inParamID, __inString: UnsafeRawPointer(inString.toOpaque()), outValue: outValue)
  }
}
