/// Time-outs and buffer sizes of an HTTP source.
package struct HTTPOptions: Sendable {
  var limits = HTTPWindow.Limits()
  /// The maximum time without bytes while some are needed.
  package var silence: Duration = .seconds(15)
  /// The delays before the attempts to resume a broken connection.
  package var retryDelays: [Duration] = [
    .zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8),
  ]
  /// Maximum bytes to receive and skip, instead of a new request.
  var readThrough: UInt64 = 32 << 10
  /// Maximum bytes to skip in a radio stream, which has no other way forward.
  var radioReadThrough: UInt64 = 16 << 20

  /// Header lines of every request, such as `Accept-Language: de`.
  ///
  /// Another server, to which the first one redirects, does not get header lines with secrets.
  package var headerFields: [String] = []
  /// The URL whose server may see header lines with secrets, if it is not the requested one.
  package var secretURL: String?
  /// The user agent, instead of the project's name.
  package var userAgent: String?
  /// Identifies a playback in the logs of servers; it does not change their answers.
  package var sessionIdentifier: String?

  /// Called after an error of a transfer, on any thread.
  package var troubleHandler: (@Sendable () -> Void)?

  package init() {}
}
