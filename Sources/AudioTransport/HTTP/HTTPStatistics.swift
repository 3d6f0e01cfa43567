/// Figures of the transfers of a source.
package struct HTTPStatistics: Equatable, Sendable {
  /// Requests that have been sent, not counting those of redirects.
  package var requestCount = 0
  /// Bytes of bodies that have arrived, also of those that were skipped.
  package var receivedByteCount: UInt64 = 0
  /// The time during which the source waited for bytes.
  package var transferTime = Duration.zero
  /// The URL after redirects.
  package var url: String?
  /// The numeric address of the server.
  package var serverAddress: String?
  /// How often the server's address became another one.
  package var serverChangeCount = 0

  package init() {}

  /// Notes which server has answered.
  mutating func add(url: String, address: String?) {
    self.url = url
    guard let address, address != serverAddress else { return }
    if serverAddress != nil { serverChangeCount += 1 }
    serverAddress = address
  }
}
