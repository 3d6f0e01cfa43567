public import CoreAudioTypes

extension AudioUnitParameterInfo {
  /// The name; the caller owns it if ``AudioUnitParameterInfo/flags`` says so.
  public var cfNameString: Unmanaged<CFString>? {
    get {
      // Safe: the pointer is that of a string, as in C.
      unsafe __cfNameString.map { unsafe Unmanaged<CFString>.fromOpaque($0) }
    }
    set { unsafe __cfNameString = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }
}
