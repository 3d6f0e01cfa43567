public import Foundation

// Foundation of Apple's systems has these properties, with which audio programs avoid an audio
// session on a Mac.
extension ProcessInfo {
  /// Whether the process is an app for iPad that was built for the Mac: never.
  public var isMacCatalystApp: Bool { false }

  /// Whether the process is an app for iOS that runs on a Mac: never.
  public var isiOSAppOnMac: Bool { false }
}
