public import CoreMedia
public import Foundation
internal import Synchronization

/// A metadata item that a client makes, for a writer or an export.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  private struct State: @unchecked Sendable {
    // Unchecked: the values are immutable objects.
    var properties: Properties
    var content: MetadataContent
  }

  private let state: Mutex<State>

  override init(_ properties: Properties, _ content: MetadataContent) {
    state = Mutex(State(properties: properties, content: content))
    super.init(properties, content)
  }

  override var properties: Properties { state.withLock { $0 }.properties }
  override var content: MetadataContent { state.withLock { $0 }.content }

  /// Returns an item with the current properties, which never changes.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let now = state.withLock { $0 }
    return AVMetadataItem(now.properties, now.content)
  }

  private func change(_ body: (inout Properties) -> Void) {
    var now = state.withLock { $0 }
    body(&now.properties)
    let new = now.properties
    state.withLock { state in state.properties = new }
  }

  private func setNames(_ names: Names) {
    change { properties in
      properties.names = names
      properties.names.commonKey = MetadataNames.commonKey(of: names)
    }
  }

  // MARK: Names

  /// The key and its key space as one name; sets both.
  open override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set {
      let parts = newValue.flatMap { MetadataIdentifier($0) }
      setNames(Names(key: parts?.key, keySpace: parts?.space, identifier: newValue))
    }
  }

  /// The key: a string, or the number of four characters; changes the identifier.
  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set { setNames(names(newValue, keySpace)) }
  }

  /// The key space; changes the identifier.
  open override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { setNames(names(key, newValue)) }
  }

  private func names(
    _ key: (any NSCopying & NSObjectProtocol)?, _ space: AVMetadataKeySpace?
  ) -> Names {
    var parts: MetadataIdentifier?
    if let key, let space { parts = MetadataIdentifier(key: key, space: space) }
    return Names(key: parts?.key ?? key, keySpace: space, identifier: parts?.identifier)
  }

  /// The language, by RFC 5646.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { change { $0.language = newValue } }
  }

  /// The language.
  open override var locale: Locale? {
    get { super.locale }
    set { change { $0.language = newValue?.identifier.replacingOccurrences(of: "_", with: "-") } }
  }

  // MARK: Time

  /// The time in the media; invalid for an item that describes all of the media.
  open override var time: CMTime {
    get { super.time }
    set { change { $0.time = newValue } }
  }

  /// The duration in the media; invalid while the time is invalid.
  open override var duration: CMTime {
    get { super.duration }
    set { change { $0.duration = newValue } }
  }

  /// The date at which the item begins to apply.
  open override var startDate: Date? {
    get { super.startDate }
    set { change { $0.startDate = newValue } }
  }

  // MARK: Value

  /// The value: a string, a number, a date, or data, which is copied.
  open override var value: (any NSCopying & NSObjectProtocol)? {
    get { super.value }
    set {
      let copy = newValue?.copy(with: nil) as? any NSCopying & NSObjectProtocol
      let content = MetadataContent(copy)
      state.withLock { $0.content = content }
    }
  }

  /// The type of the value; `nil` to derive the type from the value.
  open override var dataType: String? {
    get { super.dataType }
    set { change { $0.dataType = newValue } }
  }

  /// Further information about the value.
  open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { super.extraAttributes }
    set { change { $0.extraAttributes = newValue } }
  }
}
