public import Foundation

/// The errors of an item's transfers, at one moment.
///
/// Most of these errors do not end a transfer.
open class AVPlayerItemErrorLog: NSObject, NSCopying, @unchecked Sendable {
  /// The errors, the latest last; at most 64.
  public let events: [AVPlayerItemErrorLogEvent]

  init(events: [AVPlayerItemErrorLogEvent]) { self.events = events }

  /// The encoding of ``extendedLogData()``: UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// The log as text in the Extended Log File Format of the W3C.
  public func extendedLogData() -> Data? {
    let fields = [
      "date", "time", "cs-guid", "cs-uri", "s-ip", "sc-status", "s-domain", "sc-comment",
    ]
    let lines = events.map { event in
      [
        ExtendedLog.moment(event.date), event.playbackSessionID ?? "-", event.uri ?? "-",
        event.serverAddress ?? "-", "\(event.errorStatusCode)", event.errorDomain,
        "\"\(event.errorComment ?? "")\"",
      ]
    }
    return ExtendedLog.data(fields, lines)
  }

  /// Returns the log itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An error of a transfer.
open class AVPlayerItemErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
  /// When the error happened.
  public let date: Date?
  /// The requested URL.
  public let uri: String?
  /// The numeric address of the server, if there was a connection.
  public let serverAddress: String?
  /// Identifies the playback of the item.
  public let playbackSessionID: String?
  /// The code in ``errorDomain``.
  ///
  /// Codes are those of `URLError`, whereas Apple uses its own codes.
  public let errorStatusCode: Int
  /// The domain of the code, mostly `NSURLErrorDomain`.
  public let errorDomain: String
  /// A description of the error, in English.
  public let errorComment: String?

  init(date: Date, uri: String, serverAddress: String?, sessionID: String, error: NSError) {
    self.date = date
    self.uri = uri
    self.serverAddress = serverAddress
    playbackSessionID = sessionID
    errorStatusCode = error.code
    errorDomain = error.domain
    errorComment = error.localizedDescription
  }

  /// Returns the event itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
