/// The properties that identify a resource at an address.
///
/// Source: RFC 9110, 8.8 and 13.1.5.
struct HTTPIdentity: Equatable, Sendable {
  var total: UInt64?
  var entityTag: String?
  var lastModified: String?
  /// Whether no other version of the resource can have the same date.
  var isDateStrong = false

  init() {}

  init(_ head: HTTPHead) {
    total = head.total
    entityTag = head.entityTag
    lastModified = head.lastModified
    if let date = head.date, let modified = head.lastModified.flatMap({ HTTPDate.seconds($0) }) {
      isDateStrong = date > modified
    }
  }

  /// Whether at least one property is known.
  var isKnown: Bool { total != nil || entityTag != nil || lastModified != nil }

  /// Returns whether all properties that both have agree.
  ///
  /// At least one property must be known for both.
  func agrees(with other: HTTPIdentity) -> Bool {
    let pairs = [
      HTTPIdentity.equal(total, other.total), HTTPIdentity.equal(entityTag, other.entityTag),
      HTTPIdentity.equal(lastModified, other.lastModified),
    ].compactMap { $0 }
    return !pairs.isEmpty && pairs.allSatisfy { $0 }
  }

  /// The entity tag, if it is strong: it changes whenever a byte changes.
  var strongTag: String? {
    entityTag.flatMap { $0.hasPrefix("\"") ? $0 : nil }
  }

  /// Whether bytes of different days can be joined: by a strong tag, or by date and length.
  var isCacheable: Bool { strongTag != nil || (total != nil && lastModified != nil) }

  /// Returns whether two cacheable identities agree in a strong tag, or in date and length.
  func isSameVersion(as other: HTTPIdentity) -> Bool {
    guard agrees(with: other) else { return false }
    if strongTag != nil, other.strongTag != nil { return true }
    return HTTPIdentity.equal(total, other.total) == true
      && HTTPIdentity.equal(lastModified, other.lastModified) == true
  }

  /// Checks whether bytes of this answer continue earlier bytes.
  ///
  /// - Parameters:
  ///   - current: The identity of the bytes of this transfer, if any arrived.
  ///   - earlier: The identity of bytes stored on earlier days, which require a stronger match.
  /// - Returns: Why the bytes do not continue earlier ones, or `nil` if they do.
  func refusal(after current: HTTPIdentity?, ofEarlierDays earlier: HTTPIdentity?)
    -> TransportError.Reason?
  {
    guard let known = current ?? earlier else { return nil }
    guard known.isKnown, isKnown else { return .cannotSeek }
    let isSame = current == nil ? known.isSameVersion(as: self) : known.agrees(with: self)
    return isSame ? nil : .changed
  }

  /// The value of the `If-Range` field; `nil` if no property identifies the version reliably.
  ///
  /// A date counts only if the resource has no tag.
  var rangeCondition: String? {
    strongTag ?? (entityTag == nil && isDateStrong ? lastModified : nil)
  }

  /// The header line that asks for the resource only if it has changed.
  var changeCondition: String? {
    if let entityTag { return "If-None-Match: \(entityTag)" }
    return lastModified.map { "If-Modified-Since: \($0)" }
  }

  private static func equal<Value: Equatable>(_ mine: Value?, _ other: Value?) -> Bool? {
    guard let mine, let other else { return nil }
    return mine == other
  }
}
