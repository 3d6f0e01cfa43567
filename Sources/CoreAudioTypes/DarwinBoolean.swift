public import CAudioToolbox

extension DarwinBoolean {
  /// Makes a truth value for a function of C.
  @_transparent
  public init(_ value: Bool) {
    self.init(__value: value)
  }

  /// What a function of C has written.
  @_transparent
  public var boolValue: Bool { __value }
}

extension DarwinBoolean: @retroactive ExpressibleByBooleanLiteral {
  /// Makes a truth value from `true` or `false`.
  @_transparent
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }
}

extension DarwinBoolean: @retroactive Equatable {
  /// Whether two truth values are the same.
  public static func == (lhs: DarwinBoolean, rhs: DarwinBoolean) -> Bool {
    lhs.boolValue == rhs.boolValue
  }
}

extension DarwinBoolean: @retroactive CustomStringConvertible {
  /// `true` or `false`.
  public var description: String { boolValue.description }
}

extension DarwinBoolean: @retroactive CustomReflectable {
  /// The mirror of the `Bool`.
  public var customMirror: Mirror { Mirror(reflecting: boolValue) }
}
