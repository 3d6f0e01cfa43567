/// How patient an HTTP source is and how much it holds.
package struct HTTPOptions: Sendable {
  var limits = HTTPWindow.Limits()
  /// How long no byte may come while some are wanted.
  package var silence: Duration = .seconds(15)
  /// How long to wait before each attempt to take up a broken connection.
  package var retryDelays: [Duration] = [
    .zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8),
  ]
  /// Bytes that are received and skipped rather than asking for those behind them.
  var readThrough: UInt64 = 32 << 10
  /// Bytes that are skipped in a radio stream, which has no other way forward.
  var radioReadThrough: UInt64 = 16 << 20

  package init() {}
}
