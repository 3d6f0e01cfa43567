/// An error of a transfer, which may have continued later.
package struct HTTPTrouble: Equatable, Sendable {
  /// Seconds since 1970.
  package var time: Int64
  package var reason: TransportError.Reason
  package var url: String
  package var serverAddress: String?
}

/// Figures of the transfers of a source.
package struct HTTPStatistics: Equatable, Sendable {
  /// Requests that have been sent, not counting those of redirects.
  package var requestCount = 0
  /// Bytes of bodies that have arrived, including skipped bytes.
  package var receivedByteCount: UInt64 = 0
  /// The time during which the source waited for bytes.
  package var transferTime = Duration.zero
  /// The URL after redirects.
  package var url: String?
  /// The numeric address of the server.
  package var serverAddress: String?
  /// How often the server's address changed.
  package var serverChangeCount = 0
  /// Errors so far.
  package var troubleCount = 0
  /// The last errors.
  package var troubles: [HTTPTrouble] = []

  /// Errors that are kept.
  private static let mostTroubles = 64

  package init() {}

  mutating func add(_ trouble: HTTPTrouble) {
    troubleCount += 1
    troubles.append(trouble)
    if troubles.count > Self.mostTroubles { troubles.removeFirst() }
  }

  /// Adds the figures of a later source of the same resource.
  package mutating func add(_ later: HTTPStatistics) {
    requestCount += later.requestCount
    receivedByteCount += later.receivedByteCount
    transferTime += later.transferTime
    if let url = later.url { add(url: url, address: later.serverAddress) }
    serverChangeCount += later.serverChangeCount
    let older = later.troubleCount - later.troubles.count
    for trouble in later.troubles { add(trouble) }
    troubleCount += older
  }

  /// Notes which server has answered.
  mutating func add(url: String, address: String?) {
    self.url = HTTPAddress.withoutUser(url)
    guard let address, address != serverAddress else { return }
    if serverAddress != nil { serverChangeCount += 1 }
    serverAddress = address
  }
}
