internal import AudioToolbox
public import Foundation

/// A device that records.
///
/// These are the devices of Core Audio that record sound; cameras are not supported. To record, use
/// an `AVAudioEngine` or an `AVAudioRecorder`: this class only describes the devices.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
  // Unchecked: all properties are constants, and a class that is not final states this itself.

  /// Identifies the device, also after it was disconnected: the UID of Core Audio.
  public let uniqueID: String
  /// The display name of the device.
  public let localizedName: String
  /// The manufacturer of the device, or an empty string.
  public let manufacturer: String
  /// The kind of the device.
  public let deviceType: DeviceType

  private let object: AudioObjectID

  /// Makes the device of an object of Core Audio; fails if the object does not record.
  init?(_ object: AudioObjectID) {
    guard let uid = CaptureDeviceObjects.text(kAudioDevicePropertyDeviceUID, of: object),
      CaptureDeviceObjects.records(object)
    else { return nil }
    self.object = object
    uniqueID = uid
    localizedName = CaptureDeviceObjects.text(kAudioObjectPropertyName, of: object) ?? uid
    manufacturer = CaptureDeviceObjects.text(kAudioObjectPropertyManufacturer, of: object) ?? ""
    deviceType =
      CaptureDeviceObjects.transport(of: object) == kAudioDeviceTransportTypeBuiltIn
      ? .microphone : .external
  }

  /// Finds a device by its identifier; fails if no device that records has this identifier.
  ///
  /// - Parameter deviceUniqueID: The ``uniqueID`` of the device.
  public convenience init?(uniqueID deviceUniqueID: String) {
    let objects = CaptureDeviceObjects.all
    guard
      let object = objects.first(where: {
        CaptureDeviceObjects.text(kAudioDevicePropertyDeviceUID, of: $0) == deviceUniqueID
          && CaptureDeviceObjects.records($0)
      })
    else { return nil }
    self.init(object)
  }

  /// The place of the device on a phone; always `unspecified`.
  open var position: Position { .unspecified }

  /// Whether the device is available now.
  open var isConnected: Bool {
    CaptureDeviceObjects.all.contains(object) && CaptureDeviceObjects.isAlive(object)
  }

  /// Whether the device records media of a type; true only for `audio`.
  open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .audio }

  /// Two devices are equal if they have the same identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVCaptureDevice)?.uniqueID == uniqueID
  }

  open override var hash: Int { uniqueID.hashValue }

  // MARK: Devices

  /// The default device for a type of media.
  ///
  /// - Parameter mediaType: `audio`; another type has no device.
  /// - Returns: The device; `nil` if there is no default device.
  open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    guard mediaType == .audio else { return nil }
    return CaptureDeviceObjects.defaultInput.flatMap { AVCaptureDevice($0) }
  }

  /// The default device of a kind, for a type of media.
  ///
  /// - Parameters:
  ///   - deviceType: The kind.
  ///   - mediaType: `audio`, or nil for any.
  ///   - position: `unspecified`; another place has no device.
  /// - Returns: The device; `nil` if no device matches.
  open class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position)
      .devices.first
  }

  /// All devices, with the default device first.
  open class func devices() -> [AVCaptureDevice] {
    let first = CaptureDeviceObjects.defaultInput
    let others = CaptureDeviceObjects.all.filter { $0 != first }
    return ((first.map { [$0] } ?? []) + others).compactMap { AVCaptureDevice($0) }
  }

  /// All devices for a type of media.
  open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
    devices().filter { $0.hasMediaType(mediaType) }
  }

  // MARK: Permission

  /// Whether the program may record.
  ///
  /// - Parameter mediaType: The type of media.
  /// - Returns: `authorized` for sound, because Linux checks the permission when a device is
  ///   opened; `restricted` for other media, which no device here records.
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    mediaType == .audio ? .authorized : .restricted
  }

  /// Reports whether the program may record, without asking the user.
  ///
  /// - Parameters:
  ///   - mediaType: The type of media.
  ///   - handler: Called once, on any thread; receives whether ``authorizationStatus(for:)`` is
  ///     `authorized`.
  open class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    let isAuthorized = authorizationStatus(for: mediaType) == .authorized
    DispatchQueue.global().async { handler(isAuthorized) }
  }

  /// Returns whether the program may record, without asking the user.
  ///
  /// - Parameter mediaType: The type of media.
  /// - Returns: Whether ``authorizationStatus(for:)`` is `authorized`.
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }
}
