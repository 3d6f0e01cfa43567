internal import Foundation

/// A change of all settings of a unit.
///
/// Unlike on Apple's systems, the sequencer does not apply it: it only stays in the track.
open class AVAUPresetEvent: AVMusicEvent, @unchecked Sendable {
  /// The scope.
  open var scope: UInt32
  /// The element.
  open var element: UInt32
  /// The settings.
  public let presetDictionary: [AnyHashable: Any]
  /// The settings as an object, to which the event in C refers.
  private let object: NSDictionary

  /// Makes a change.
  public init(scope: UInt32, element: UInt32, dictionary presetDictionary: [AnyHashable: Any]) {
    self.scope = scope
    self.element = element
    self.presetDictionary = presetDictionary
    object = NSDictionary(dictionary: presetDictionary)
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_AUPreset }
  override var bytes: [UInt8] {
    // Safe: this object keeps the settings alive until the track has retained them.
    let address = UInt(bitPattern: unsafe Unmanaged.passUnretained(object).toOpaque())
    return EventBytes.of(scope) + EventBytes.of(element) + EventBytes.of(address)
  }
}
