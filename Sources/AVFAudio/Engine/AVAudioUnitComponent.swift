public import AudioToolbox
public import Foundation
internal import Synchronization

/// The name of the type of units that play or record.
public let AVAudioUnitTypeOutput = "Output"
/// The name of the type of instruments.
public let AVAudioUnitTypeMusicDevice = "Music Device"
/// The name of the type of effects that MIDI controls.
public let AVAudioUnitTypeMusicEffect = "Music Effect"
/// The name of the type of units that convert formats, or change the time.
public let AVAudioUnitTypeFormatConverter = "Format Converter"
/// The name of the type of effects.
public let AVAudioUnitTypeEffect = "Effect"
/// The name of the type of mixers.
public let AVAudioUnitTypeMixer = "Mixer"
/// The name of the type of units that place sound between speakers.
public let AVAudioUnitTypePanner = "Panner"
/// The name of the type of sources of sound.
public let AVAudioUnitTypeGenerator = "Generator"
/// The name of the type of effects that need the whole input.
public let AVAudioUnitTypeOfflineEffect = "Offline Effect"
/// The name of the type of units that change MIDI events.
public let AVAudioUnitTypeMIDIProcessor = "MIDI Processor"
/// The name of the maker of Apple's units.
///
/// The units of this library have another maker.
public let AVAudioUnitManufacturerNameApple = "Apple"

/// A component that makes audio units, with its name, type and version.
// Unchecked: all state is constant, or guarded by a lock.
@safe open class AVAudioUnitComponent: NSObject, @unchecked Sendable {
  private let component: AudioComponent
  private let fullName: String
  /// The description of the component.
  public let audioComponentDescription: AudioComponentDescription
  /// The version, with the major number in the upper half of 32 bits.
  public let version: Int

  init(_ component: AudioComponent) {
    unsafe self.component = unsafe component
    var name: Unmanaged<CFString>?
    unsafe AudioComponentCopyName(component, &name)
    fullName = unsafe name?.takeRetainedValue() as String? ?? ""
    var description = AudioComponentDescription()
    unsafe AudioComponentGetDescription(component, &description)
    audioComponentDescription = description
    var version: UInt32 = 0
    unsafe AudioComponentGetVersion(component, &version)
    self.version = Int(version)
    super.init()
  }

  /// The component, for the functions of AudioToolbox.
  open var audioComponent: AudioComponent { unsafe component }

  /// The name, without that of the maker.
  open var name: String {
    fullName.range(of: ": ").map { String(fullName[$0.upperBound...]) } ?? fullName
  }

  /// The name of the maker, which precedes a colon in the name of the component.
  open var manufacturerName: String {
    fullName.range(of: ": ").map { String(fullName[..<$0.lowerBound]) } ?? ""
  }

  /// The name of the type, such as ``AVAudioUnitTypeEffect``.
  open var typeName: String {
    switch audioComponentDescription.componentType {
    case kAudioUnitType_Output: AVAudioUnitTypeOutput
    case kAudioUnitType_MusicDevice: AVAudioUnitTypeMusicDevice
    case kAudioUnitType_MusicEffect: AVAudioUnitTypeMusicEffect
    case kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter
    case kAudioUnitType_Effect: AVAudioUnitTypeEffect
    case kAudioUnitType_Mixer: AVAudioUnitTypeMixer
    case kAudioUnitType_Panner: AVAudioUnitTypePanner
    case kAudioUnitType_Generator: AVAudioUnitTypeGenerator
    case kAudioUnitType_OfflineEffect: AVAudioUnitTypeOfflineEffect
    case kAudioUnitType_MIDIProcessor: AVAudioUnitTypeMIDIProcessor
    default: ""
    }
  }

  /// The name of the type, in English.
  open var localizedTypeName: String { typeName }

  /// The version as text, such as "1.0.0".
  open var versionString: String {
    "\(version >> 16 & 0xFFFF).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }

  /// Whether the unit receives MIDI messages.
  open var hasMIDIInput: Bool {
    [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect, kAudioUnitType_MIDIProcessor]
      .contains(audioComponentDescription.componentType)
  }

  /// Whether the unit sends MIDI messages.
  open var hasMIDIOutput: Bool {
    audioComponentDescription.componentType == kAudioUnitType_MIDIProcessor
  }

  /// Whether the component states that it works within a sandbox.
  open var isSandboxSafe: Bool {
    audioComponentDescription.componentFlags & AudioComponentFlags.sandboxSafe.rawValue != 0
  }

  /// Whether the unit has a view; always `false`.
  open var hasCustomView: Bool { false }
  /// The tags of the unit.
  ///
  /// Linux has no list of tags, so these are the user's.
  open var allTagNames: [String] { userTagNames }
  /// The tags that the user gave to the unit; kept for this object only.
  open var userTagNames: [String] {
    get { tags.withLock { $0 } }
    set {
      tags.withLock { $0 = newValue }
      NotificationCenter.default.post(
        name: .AVAudioUnitComponentTagsDidChange, object: self)
    }
  }

  private let tags = Mutex<[String]>([])

  /// The processors for which the unit was compiled: that of the program, as a number of Mach-O.
  open var availableArchitectures: [NSNumber] {
    #if arch(arm64)
      [NSNumber(value: 0x0100_000C)]
    #else
      [NSNumber(value: 0x0100_0007)]
    #endif
  }

  /// Whether the unit passes the checks of `AudioComponentValidate`, which the getter runs.
  open var passesAUVal: Bool {
    var result = AudioComponentValidationResult.unknown
    return unsafe AudioComponentValidate(component, nil, &result) == noErr && result == .passed
  }

  /// Information about the unit, for which the getter makes an instance.
  ///
  /// The keys begin with `kAudioUnitConfigurationInfo_`.
  open var configurationDictionary: [String: Any] {
    var facts: Unmanaged<CFDictionary>?
    guard unsafe AudioComponentCopyConfigurationInfo(component, &facts) == noErr else { return [:] }
    return unsafe facts?.takeRetainedValue() as? [String: Any] ?? [:]
  }

  /// The address of an icon, or `nil`; no unit has one.
  open var iconURL: URL? { nil }
  /// The address of the file of the unit, or `nil`; all units are in the program.
  open var componentURL: URL? { nil }

  /// Returns whether the unit supports numbers of channels; this makes an instance.
  ///
  /// - Parameters:
  ///   - numInputChannels: The channels of the input.
  ///   - numOutputChannels: The channels of the output.
  /// - Returns: `true` if the unit supports any numbers, or states these; `false` if it cannot be
  ///   made.
  open func supportsNumberInputChannels(
    _ numInputChannels: Int, outputChannels numOutputChannels: Int
  ) -> Bool {
    guard let unit = try? AUAudioUnit(componentDescription: audioComponentDescription) else {
      return false
    }
    guard let numbers = unit.channelCapabilities?.map(\.intValue) else { return true }
    return stride(from: 0, to: numbers.count - 1, by: 2).contains { index in
      let (inputs, outputs) = (numbers[index], numbers[index + 1])
      // -1 and -1 are any equal numbers; other negative numbers are any numbers.
      if inputs == -1, outputs == -1 { return numInputChannels == numOutputChannels }
      return (inputs < 0 || inputs == numInputChannels)
        && (outputs < 0 || outputs == numOutputChannels)
    }
  }
}

extension NSNotification.Name {
  /// Posted when the user's tags of a component change.
  public static let AVAudioUnitComponentTagsDidChange = NSNotification.Name(
    "AVAudioUnitComponentTagsDidChangeNotification")
}

/// Finds audio units.
// Unchecked: it has no state.
open class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {
  private static let manager = AVAudioUnitComponentManager()

  /// The manager of the process.
  open class func shared() -> AVAudioUnitComponentManager { manager }

  /// The tags of all units; there are none.
  open var tagNames: [String] { [] }
  /// The standard tags in the language of the user; there are none.
  open var standardLocalizedTagNames: [String] { [] }
  /// Posted when the program has registered a unit, on the thread that registers it.
  public static let registrationsChangedNotification = NSNotification.Name(
    "AVAudioUnitComponentManagerRegistrationsChangedNotification")

  /// Returns all units with a description, in which 0 matches any value.
  open func components(
    matching desc: AudioComponentDescription
  ) -> [AVAudioUnitComponent] {
    var desc = desc
    var found: [AVAudioUnitComponent] = []
    var component = unsafe AudioComponentFindNext(nil, &desc)
    while let current = unsafe component {
      let described = unsafe AVAudioUnitComponent(current)
      // Codecs are components, but not units.
      if !described.typeName.isEmpty { found.append(described) }
      unsafe component = unsafe AudioComponentFindNext(current, &desc)
    }
    return found
  }

  /// Returns all units for which a predicate is true.
  open func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
    components(matching: AudioComponentDescription()).filter { predicate.evaluate(with: $0) }
  }

  /// Returns the units that pass a test, which can end the search.
  open func components(
    passingTest testHandler: (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
  ) -> [AVAudioUnitComponent] {
    var found: [AVAudioUnitComponent] = []
    var isOver = ObjCBool(false)
    for component in components(matching: AudioComponentDescription()) where !isOver.boolValue {
      if unsafe testHandler(component, &isOver) { found.append(component) }
    }
    return found
  }
}
