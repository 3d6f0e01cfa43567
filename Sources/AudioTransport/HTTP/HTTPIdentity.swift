/// The properties that identify a resource at an address.
struct HTTPIdentity: Equatable, Sendable {
  private var total: UInt64?
  private var entityTag: String?
  private var lastModified: String?

  init(_ head: HTTPHead) {
    total = head.total
    entityTag = head.entityTag
    lastModified = head.lastModified
  }

  /// Whether at least one property is known.
  var isKnown: Bool { total != nil || entityTag != nil || lastModified != nil }

  /// Returns whether all properties that both have agree.
  ///
  /// They must share at least one.
  func agrees(with other: HTTPIdentity) -> Bool {
    let pairs = [
      HTTPIdentity.equal(total, other.total), HTTPIdentity.equal(entityTag, other.entityTag),
      HTTPIdentity.equal(lastModified, other.lastModified),
    ].compactMap { $0 }
    return !pairs.isEmpty && pairs.allSatisfy { $0 }
  }

  private static func equal<Value: Equatable>(_ mine: Value?, _ other: Value?) -> Bool? {
    guard let mine, let other else { return nil }
    return mine == other
  }
}
