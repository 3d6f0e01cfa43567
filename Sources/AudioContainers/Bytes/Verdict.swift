/// The answer to a detection: yes, no, or more bytes are needed.
enum Verdict<Value> {
  case confirmed(Value)
  case refuted
  /// Bytes needed from the position in question.
  case needs(Int)

  func map<Other>(_ transform: (Value) -> Other) -> Verdict<Other> {
    switch self {
    case .confirmed(let value): .confirmed(transform(value))
    case .refuted: .refuted
    case .needs(let count): .needs(count)
    }
  }
}
