public import Foundation

/// The identifier of an entity, which stays the same.
public typealias MPMediaEntityPersistentID = UInt64

/// A set of properties by their names.
open class MPMediaEntity: NSObject, @unchecked Sendable {
  private let values: [String: Any]

  /// Makes an entity without properties.
  public override convenience init() { self.init(openCoreAudioProperties: [:]) }

  /// Makes an entity of properties.
  ///
  /// Apple's systems do not have this initializer. Their entities come from a media library.
  public init(openCoreAudioProperties: [String: Any]) { values = openCoreAudioProperties }

  /// The identifier; 0 without one.
  open var persistentID: MPMediaEntityPersistentID {
    let property = MPMediaEntityPropertyPersistentID
    return value(forProperty: property) as? MPMediaEntityPersistentID ?? 0
  }

  /// Whether a search for values of a property is possible: never, without a media library.
  open class func canFilter(byProperty property: String) -> Bool { false }

  /// Returns the value of a property; `nil` without a value.
  open func value(forProperty property: String) -> Any? { values[property] }

  /// The value of a property; `nil` without a value, or if the key is not a property.
  open subscript(key: Any) -> Any? { (key as? String).flatMap { value(forProperty: $0) } }

  /// Calls a block for each property that has a value, until the block sets its last argument.
  open func enumerateValues(
    forProperties properties: Set<String>,
    using block: @escaping (String, Any, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    var isOver = ObjCBool(false)
    for property in properties.sorted() where !isOver.boolValue {
      // Safe: the flag is alive for the call.
      if let value = value(forProperty: property) { unsafe block(property, value, &isOver) }
    }
  }
}
