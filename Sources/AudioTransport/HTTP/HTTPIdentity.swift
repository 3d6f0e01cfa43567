/// What tells one resource from another at the same address.
struct HTTPIdentity: Equatable, Sendable {
  private var total: UInt64?
  private var entityTag: String?
  private var lastModified: String?

  init(_ head: HTTPHead) {
    total = head.total
    entityTag = head.entityTag
    lastModified = head.lastModified
  }

  /// Whether there is something to compare.
  var isKnown: Bool { total != nil || entityTag != nil || lastModified != nil }

  /// Whether `other` is the same resource as far as both tell, and both tell something.
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
