/// One request and what has come of it.
struct HTTPTransfer: Sendable {
  /// The first offset of the resource that is of interest; bytes before it are passed over.
  var from: UInt64
  /// Offset of the next byte that comes.
  var position: UInt64
  var head = HTTPHead()
  /// Whether the answer's head was found good.
  var isAccepted = false
  /// Why the answer was turned down.
  var refusal: TransportError.Reason?
  var filter: ICYFilter?

  init(from: UInt64, requested: UInt64) {
    self.from = from
    position = requested
  }

  /// What to do for a reader that wants an offset which is not held.
  enum Move: Equatable, Sendable {
    /// It comes soon by itself.
    case stay
    /// Go on, but keep nothing before it.
    case passOver
    /// Ask for it.
    case request
    case impossible
  }

  /// Decides how to come to `wanted`.
  func move(
    to wanted: UInt64, isRadio: Bool, ranges: HTTPHead.Ranges, options: HTTPOptions
  ) -> Move {
    let next = max(position, from)
    let distance = wanted >= next ? wanted - next : nil
    if let distance, distance <= options.readThrough { return .stay }
    if isRadio {
      return distance.map { $0 <= options.radioReadThrough } == true ? .stay : .impossible
    }
    return ranges == .refused && wanted >= position ? .passOver : .request
  }
}
