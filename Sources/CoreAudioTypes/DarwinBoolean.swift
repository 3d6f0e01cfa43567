public import CAudioToolbox

extension DarwinBoolean {
  /// Creates a Boolean value for a C function.
  @_transparent
  public init(_ value: Bool) {
    self.init(__value: value)
  }

  /// The value as a `Bool`.
  @_transparent
  public var boolValue: Bool { __value }
}

extension DarwinBoolean: @retroactive ExpressibleByBooleanLiteral {
  /// Creates a Boolean value from `true` or `false`.
  @_transparent
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }
}

extension DarwinBoolean: @retroactive Equatable {
  /// Returns whether two Boolean values are equal.
  public static func == (lhs: DarwinBoolean, rhs: DarwinBoolean) -> Bool {
    lhs.boolValue == rhs.boolValue
  }
}

extension DarwinBoolean: @retroactive CustomStringConvertible {
  /// The text `true` or `false`.
  public var description: String { boolValue.description }
}

extension DarwinBoolean: @retroactive CustomReflectable {
  /// The mirror of the `Bool`.
  public var customMirror: Mirror { Mirror(reflecting: boolValue) }
}
