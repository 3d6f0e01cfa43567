public import CAudioToolbox
public import Foundation

// Structures of units of a client, with Core Foundation objects as in `NamedStructures.swift`.

extension AUHostVersionIdentifier {
  /// The name, owned by the host.
  public var hostName: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__hostName) }
    set { unsafe __hostName = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Describes a host.
  public init(hostName: Unmanaged<CFString>, hostVersion: UInt32) {
    // Safe: the address is that of a string.
    unsafe self.init(
      __hostName: UnsafeRawPointer(hostName.toOpaque()), hostVersion: hostVersion)
  }
}

extension AUHostIdentifier {
  /// The name, owned by the host.
  public var hostName: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__hostName) }
    set { unsafe __hostName = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Describes a host of an earlier unit.
  public init(hostName: Unmanaged<CFString>, hostVersion: AUNumVersion) {
    // Safe: the address is that of a string.
    unsafe self.init(
      __hostName: UnsafeRawPointer(hostName.toOpaque()), hostVersion: hostVersion)
  }
}

extension AudioUnitCocoaViewInfo {
  /// The bundle of the view, owned by the client.
  public var mCocoaAUViewBundleLocation: Unmanaged<CFURL> {
    // Safe: the member is a URL, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__mCocoaAUViewBundleLocation) }
    set { unsafe __mCocoaAUViewBundleLocation = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// The name of the class, owned by the client.
  public var mCocoaAUViewClass: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__mCocoaAUViewClass) }
    set { unsafe __mCocoaAUViewClass = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Describes a view.
  public init(
    mCocoaAUViewBundleLocation: Unmanaged<CFURL>, mCocoaAUViewClass: Unmanaged<CFString>
  ) {
    // Safe: the addresses are those of a URL and a string.
    unsafe self.init(
      __mCocoaAUViewBundleLocation: UnsafeRawPointer(mCocoaAUViewBundleLocation.toOpaque()),
      __mCocoaAUViewClass: UnsafeRawPointer(mCocoaAUViewClass.toOpaque()))
  }
}

extension AudioUnitParameterValueName {
  /// The name, owned by the client.
  public var outName: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__outName) }
    set { unsafe __outName = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Asks for the name of a value.
  public init(
    inParamID: AudioUnitParameterID, inValue: UnsafePointer<Float32>, outName: Unmanaged<CFString>
  ) {
    // Safe: the address is that of a string.
    unsafe self.init(
      inParamID: inParamID, inValue: inValue, __outName: UnsafeRawPointer(outName.toOpaque()))
  }
}
