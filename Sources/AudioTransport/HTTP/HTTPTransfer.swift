/// One request and its result.
struct HTTPTransfer: Sendable {
  /// The first relevant offset of the resource.
  ///
  /// Bytes before it are skipped.
  var from: UInt64
  /// Offset of the next byte to arrive.
  var position: UInt64
  /// The end of the requested bytes; `nil` for the end of the resource.
  var end: UInt64?
  /// Whether the request asks for the resource only if its version has changed.
  var isConditional = false
  var head = HTTPHead()
  /// Whether the answer's header was accepted.
  var isAccepted = false
  /// Why the answer was rejected.
  var refusal: TransportError.Reason?
  var filter: ICYFilter?

  init(from: UInt64, requested: UInt64) {
    self.from = from
    position = requested
  }

  /// The header lines that make the request depend on a version of the resource.
  func conditions(_ version: HTTPIdentity?) -> [String] {
    guard let version else { return [] }
    if isConditional { return version.changeCondition.map { [$0] } ?? [] }
    guard position > 0 || end != nil, let condition = version.rangeCondition else { return [] }
    return ["If-Range: \(condition)"]
  }

  /// The way to supply an unavailable offset to the reader.
  enum Move: Equatable, Sendable {
    /// Wait, because the byte arrives soon.
    case stay
    /// Continue, but skip the bytes before the offset.
    case passOver
    /// Request the bytes from the offset on.
    case request
    case impossible
  }

  /// Decides how to reach `wanted`.
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
