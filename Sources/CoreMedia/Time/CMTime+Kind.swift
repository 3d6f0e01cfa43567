internal import CCoreMedia

extension CMTime {
  /// The kinds of times, in the order in which times compare.
  enum Kind: Int {
    case negativeInfinity, number, indefinite, positiveInfinity, invalid
  }

  /// The kind of the time.
  ///
  /// A number needs a positive timescale. With any other timescale, calculations treat the time as
  /// invalid.
  var kind: Kind {
    guard flags.contains(.valid) else { return .invalid }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    if flags.contains(.negativeInfinity) { return .negativeInfinity }
    if flags.contains(.indefinite) { return .indefinite }
    return timescale > 0 ? .number : .invalid
  }

  /// Creates a valid time of any kind.
  init(_ kind: Kind) {
    switch kind {
    case .negativeInfinity: self = .negativeInfinity
    case .number: self = .zero
    case .indefinite: self = .indefinite
    case .positiveInfinity: self = .positiveInfinity
    case .invalid: self = .invalid
    }
  }
}
