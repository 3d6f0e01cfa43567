public import Foundation

/// The transfers of an item from servers, up to one moment.
open class AVPlayerItemAccessLog: NSObject, NSCopying, @unchecked Sendable {
  /// The periods of playback.
  ///
  /// An item of a single file has one period.
  public let events: [AVPlayerItemAccessLogEvent]

  init(events: [AVPlayerItemAccessLogEvent]) { self.events = events }

  /// The encoding of ``extendedLogData()``: UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// The log as text in the Extended Log File Format of the W3C.
  public func extendedLogData() -> Data? {
    let fields = [
      "date", "time", "cs-guid", "cs-uri", "s-ip", "sc-bytes", "c-duration", "c-stalls",
      "c-frames-dropped", "c-observed-bitrate",
    ]
    let lines = events.map { event in
      [
        ExtendedLog.moment(event.playbackStartDate), event.playbackSessionID ?? "-",
        event.uri ?? "-", event.serverAddress ?? "-", "\(event.numberOfBytesTransferred)",
        String(format: "%.3f", event.durationWatched), "\(event.numberOfStalls)",
        "\(event.numberOfDroppedVideoFrames)",
        String(format: "%.0f", event.observedBitrate),
      ]
    }
    return ExtendedLog.data(fields, lines)
  }

  /// Returns the log itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A period of playback of an item.
///
/// Times and bit rates are negative if they are unknown.
open class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
  /// The figures of an event.
  struct Values {
    var requestCount = 0
    var startDate: Date?
    var uri: String?
    var serverAddress: String?
    var serverChangeCount = 0
    var sessionID: String?
    var startOffset = -1.0
    var downloaded = -1.0
    var watched = 0.0
    var stallCount = 0
    var droppedFrameCount = 0
    var byteCount: Int64 = 0
    var transferDuration = 0.0
    var bitRate = -1.0
    var averageBitRate = -1.0
    var startupTime = -1.0
    var type: String?
  }

  private let values: Values

  init(_ values: Values) { self.values = values }

  /// The number of requests to servers; for a stream, only requests for segments count.
  public var numberOfMediaRequests: Int { values.requestCount }
  /// When playback began.
  public var playbackStartDate: Date? { values.startDate }
  /// The URL after redirects; for a stream, the URL of the playlist.
  public var uri: String? { values.uri }
  /// The numeric address of the server.
  public var serverAddress: String? { values.serverAddress }
  /// How often the address of the server changed.
  public var numberOfServerAddressChanges: Int { values.serverChangeCount }
  /// Identifies the playback of the item.
  public var playbackSessionID: String? { values.sessionID }
  /// The time of the media at which playback began, in seconds.
  public var playbackStartOffset: TimeInterval { values.startOffset }
  /// Seconds of the media that have been downloaded, estimated from the number of bytes; unknown
  /// for a stream.
  public var segmentsDownloadedDuration: TimeInterval { values.downloaded }
  /// Seconds of the media that have been heard.
  public var durationWatched: TimeInterval { values.watched }
  /// How often playback ran out of frames.
  public var numberOfStalls: Int { values.stallCount }
  /// Bytes that have been received.
  public var numberOfBytesTransferred: Int64 { values.byteCount }
  /// The time during which the item waited for bytes of a server, in seconds.
  public var transferDuration: TimeInterval { values.transferDuration }
  /// The average bits per second of the transfers during ``transferDuration``.
  public var observedBitrate: Double {
    guard values.transferDuration > 0, values.byteCount > 0 else { return -1 }
    return Double(values.byteCount) * 8 / values.transferDuration
  }
  /// Bits per second that playback needs.
  ///
  /// For a stream, the playlist states this rate for the current variant. For a single file, this
  /// is the average rate of its packets, if the header states their total size.
  public var indicatedBitrate: Double { values.bitRate }
  /// The average bits per second that the playlist of a stream states for the current variant.
  public var indicatedAverageBitrate: Double { values.averageBitRate }
  /// The average bit rate of the pictures: always unknown.
  public var averageVideoBitrate: Double { -1 }
  /// The average bit rate of the sound; unknown for a stream.
  public var averageAudioBitrate: Double { values.type == "FILE" ? values.bitRate : -1 }
  /// Pictures that were not shown, because they were decoded too late, or because the program asked
  /// its layer or output too seldom.
  public var numberOfDroppedVideoFrames: Int { values.droppedFrameCount }
  /// Seconds until the item was ready to play.
  public var startupTime: TimeInterval { values.startupTime }
  /// Segments that arrived too late: always 0, but ``numberOfStalls`` counts their effect.
  public var downloadOverdue: Int { 0 }
  /// The highest observed bit rate of a segment: always unknown.
  public var observedMaxBitrate: Double { -1 }
  /// The lowest observed bit rate of a segment: always unknown.
  public var observedMinBitrate: Double { -1 }
  /// The deviation of the observed bit rates of segments: always unknown.
  public var observedBitrateStandardDeviation: Double { -1 }
  /// `FILE`, `VOD` for a stream of segments, or `LIVE` for a stream without an end.
  public var playbackType: String? { values.type }
  /// Requests over a cellular network: always 0.
  public var mediaRequestsWWAN: Int { 0 }
  /// The bit rate that caused a change of quality: always unknown.
  public var switchBitrate: Double { -1 }

  /// Returns the event itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Text in the Extended Log File Format.
///
/// Source: W3C working draft WD-logfile-960323.
enum ExtendedLog {
  /// The date and the time as two fields of a line; `-` in both fields for `nil`.
  static func moment(_ date: Date?) -> String {
    guard let date else { return "-\t-" }
    let parts = date.ISO8601Format().dropLast().split(separator: "T")
    return parts.joined(separator: "\t")
  }

  static func data(_ fields: [String], _ lines: [[String]]) -> Data {
    let text =
      ["#Version: 1.0", "#Fields: " + fields.joined(separator: " ")]
      + lines.map { $0.joined(separator: "\t") }
    return Data((text.joined(separator: "\n") + "\n").utf8)
  }
}
