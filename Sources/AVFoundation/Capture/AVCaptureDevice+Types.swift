public import Foundation

extension AVCaptureDevice {
  /// The kind of a device.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// The text of the kind.
    public let rawValue: String

    /// Makes a kind from its text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A microphone of the machine.
    public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
    /// The earlier name of ``microphone``.
    public static let builtInMicrophone = microphone
    /// A device that is plugged in, or that a sound server provides.
    public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    /// The earlier name of ``external``.
    public static let externalUnknown = external
  }

  /// The place of a device on a phone.
  public enum Position: Int, Sendable {
    /// No place.
    case unspecified = 0
    /// The side away from the screen.
    case back = 1
    /// The side of the screen.
    case front = 2
  }

  /// A search for devices.
  open class DiscoverySession: NSObject, @unchecked Sendable {
    // Unchecked: all properties are constants.

    private let deviceTypes: [DeviceType]
    private let mediaType: AVMediaType?
    private let position: Position

    /// Searches for devices.
    ///
    /// - Parameters:
    ///   - deviceTypes: The kinds of devices. `microphone` finds all devices that record sound.
    ///   - mediaType: The type of media, or nil for any.
    ///   - position: `unspecified`; no device has another place.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      self.deviceTypes = deviceTypes
      self.mediaType = mediaType
      self.position = position
      super.init()
    }

    /// The devices that are available now, with the default device first.
    open var devices: [AVCaptureDevice] {
      guard position == .unspecified else { return [] }
      let finds = deviceTypes.contains(.microphone)
      return AVCaptureDevice.devices().filter { device in
        (finds || deviceTypes.contains(device.deviceType))
          && mediaType.map(device.hasMediaType) ?? true
      }
    }
  }
}
