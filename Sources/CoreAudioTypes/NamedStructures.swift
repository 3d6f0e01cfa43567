public import CAudioToolbox
public import Foundation

// These structures contain a Core Foundation string, whose type here is unavailable to Clang. The C
// members are therefore plain addresses, and these properties provide the strings.

extension AudioFileMarker {
  /// The name, owned by the creator of the marker.
  public var mName: Unmanaged<CFString>? {
    // Safe: the member is a string or null, and an unmanaged reference has no further requirements.
    get { unsafe __mName.map { unsafe Unmanaged.fromOpaque($0) } }
    set { unsafe __mName = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }

  /// Creates a marker.
  public init(
    mFramePosition: Float64, mName: Unmanaged<CFString>?, mMarkerID: Int32,
    mSMPTETime: AudioFile_SMPTE_Time, mType: UInt32, mReserved: UInt16, mChannel: UInt16
  ) {
    unsafe self.init()
    unsafe self.mFramePosition = mFramePosition
    unsafe self.mName = unsafe mName
    unsafe self.mMarkerID = mMarkerID
    unsafe self.mSMPTETime = mSMPTETime
    unsafe self.mType = mType
    unsafe self.mReserved = mReserved
    unsafe self.mChannel = mChannel
  }
}

extension AudioFileRegion {
  /// The name, owned by the creator of the region.
  public var mName: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__mName) }
    set { unsafe __mName = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Creates a region.
  public init(
    mRegionID: UInt32, mName: Unmanaged<CFString>, mFlags: AudioFileRegionFlags,
    mNumberMarkers: UInt32, mMarkers: AudioFileMarker
  ) {
    // Safe: the address is that of a string.
    unsafe self.init(
      mRegionID: mRegionID, __mName: UnsafeRawPointer(mName.toOpaque()), mFlags: mFlags,
      mNumberMarkers: mNumberMarkers, mMarkers: mMarkers)
  }
}

extension AudioQueueChannelAssignment {
  /// The device, owned by the creator of the assignment.
  public var mDeviceUID: Unmanaged<CFString> {
    // Safe: the member is a string, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__mDeviceUID) }
    set { unsafe __mDeviceUID = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Creates an assignment.
  ///
  /// Channels are numbered from 1.
  public init(mDeviceUID: Unmanaged<CFString>, mChannelNumber: UInt32) {
    // Safe: the address is that of a string.
    unsafe self.init(
      __mDeviceUID: UnsafeRawPointer(mDeviceUID.toOpaque()), mChannelNumber: mChannelNumber)
  }
}

extension AUPreset {
  /// The name, owned by the unit or the creator of the preset.
  public var presetName: Unmanaged<CFString>? {
    // Safe: the member is a string or null, and an unmanaged reference has no further requirements.
    get { unsafe __presetName.map { unsafe Unmanaged.fromOpaque($0) } }
    set { unsafe __presetName = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }

  /// Creates a preset.
  public init(presetNumber: Int32, presetName: Unmanaged<CFString>?) {
    unsafe self.init()
    unsafe self.presetNumber = presetNumber
    unsafe self.presetName = unsafe presetName
  }
}

extension AudioUnitParameterInfo {
  /// The name of a custom unit.
  public var unitName: Unmanaged<CFString>? {
    // Safe: as above.
    get { unsafe __unitName.map { unsafe Unmanaged.fromOpaque($0) } }
    set { unsafe __unitName = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }

  /// The name; the client owns it if the flags say so.
  public var cfNameString: Unmanaged<CFString>? {
    // Safe: as above.
    get { unsafe __cfNameString.map { unsafe Unmanaged.fromOpaque($0) } }
    set { unsafe __cfNameString = unsafe newValue.map { unsafe UnsafeRawPointer($0.toOpaque()) } }
  }
}

extension AUSamplerInstrumentData {
  /// The file, owned by the creator of the structure.
  public var fileURL: Unmanaged<CFURL> {
    // Safe: the member is a URL, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__fileURL) }
    set { unsafe __fileURL = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Describes an instrument.
  public init(
    fileURL: Unmanaged<CFURL>, instrumentType: UInt8, bankMSB: UInt8, bankLSB: UInt8,
    presetID: UInt8
  ) {
    // Safe: the address is that of a URL.
    unsafe self.init(
      __fileURL: UnsafeRawPointer(fileURL.toOpaque()), instrumentType: instrumentType,
      bankMSB: bankMSB, bankLSB: bankLSB, presetID: presetID)
  }
}

extension AUSamplerBankPresetData {
  /// The sound bank, owned by the creator of the structure.
  public var bankURL: Unmanaged<CFURL> {
    // Safe: the member is a URL, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__bankURL) }
    set { unsafe __bankURL = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Describes a preset.
  public init(
    bankURL: Unmanaged<CFURL>, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8, reserved: UInt8
  ) {
    // Safe: the address is that of a URL.
    unsafe self.init(
      __bankURL: UnsafeRawPointer(bankURL.toOpaque()), bankMSB: bankMSB, bankLSB: bankLSB,
      presetID: presetID, reserved: reserved)
  }
}

extension AUPresetEvent {
  /// The settings, owned by the creator of the event.
  public var preset: Unmanaged<CFPropertyList> {
    // Safe: the member is an object, and an unmanaged reference has no further requirements.
    get { unsafe Unmanaged.fromOpaque(__preset) }
    set { unsafe __preset = unsafe UnsafeRawPointer(newValue.toOpaque()) }
  }

  /// Creates an event.
  public init(
    scope: AudioUnitScope, element: AudioUnitElement, preset: Unmanaged<CFPropertyList>
  ) {
    // Safe: the address is that of an object.
    unsafe self.init(
      scope: scope, element: element, __preset: UnsafeRawPointer(preset.toOpaque()))
  }
}

extension MusicSequenceLoadFlags {
  /// The tracks of the file.
  public static var smf_PreserveTracks: MusicSequenceLoadFlags { [] }
}
