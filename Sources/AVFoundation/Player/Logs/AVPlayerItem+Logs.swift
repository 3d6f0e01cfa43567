internal import AudioContainers
internal import AudioFiles
internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import Foundation
internal import Synchronization
internal import VideoFrames

/// The logs of an item.
extension AVPlayerItem {
  /// The log of the item's transfers so far; `nil` before it has played, and for local media.
  public func accessLog() -> AVPlayerItemAccessLog? {
    let log = state.withLock { $0.log }
    guard log.startDate != nil, let transfer = media.transfer,
      let statistics = transfer.statistics
    else { return nil }
    var values = AVPlayerItemAccessLogEvent.Values()
    values.requestCount = statistics.requestCount
    values.startDate = log.startDate
    values.uri = media.hasSegments ? asset.name : statistics.url ?? asset.name
    values.serverAddress = statistics.serverAddress
    values.serverChangeCount = statistics.serverChangeCount
    values.sessionID = sessionID(log)
    values.startOffset = log.startOffset
    values.watched = log.watchedSeconds(at: heardSeconds)
    values.stallCount = log.stallCount
    values.droppedFrameCount = droppedFrames.count
    values.byteCount = Int64(clamping: statistics.receivedByteCount)
    let (seconds, attoseconds) = statistics.transferTime.components
    values.transferDuration = Double(seconds) + Double(attoseconds) / 1e18
    values.startupTime = log.startupTime ?? -1
    if let info = state.withLock({ $0.info }) { values.take(info, transfer) }
    if media.hasSegments { values.take(media.variant) }
    return AVPlayerItemAccessLog(events: [AVPlayerItemAccessLogEvent(values)])
  }

  /// The errors of transfers so far; `nil` if there were no errors.
  public func errorLog() -> AVPlayerItemErrorLog? {
    let log = state.withLock { $0.log }
    guard let troubles = media.transfer?.statistics?.troubles, !troubles.isEmpty else {
      return nil
    }
    let events = troubles.map { trouble in
      let error = AVError(.transport(TransportError(trouble.reason)), of: trouble.url)
      let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
      return AVPlayerItemErrorLogEvent(
        date: Date(timeIntervalSince1970: Double(trouble.time)), uri: trouble.url,
        serverAddress: trouble.serverAddress, sessionID: sessionID(log),
        error: underlying ?? error as NSError)
    }
    return AVPlayerItemErrorLog(events: events)
  }

  /// Identifies the playback: by the header field of requests, if there is one.
  private func sessionID(_ log: ItemLog) -> String {
    (asset as? AVURLAsset)?.httpSessionIdentifier.uuidString ?? log.sessionID
  }

  private var heardSeconds: Double {
    let time = currentTime()
    return time.isNumeric ? time.seconds : 0
  }

  // MARK: Events

  /// Notes whether the item is heard.
  ///
  /// - Parameters:
  ///   - isPlaying: Whether the item is heard.
  ///   - startTime: The time of the media at which the player started the item, in seconds.
  func noteControl(isPlaying: Bool, startTime: Double) {
    let seconds = heardSeconds
    let isFirst = state.withLock { state in
      guard isPlaying else {
        state.log.stop(at: seconds)
        return false
      }
      let isFirst = state.log.startDate == nil
      return state.log.start(at: isFirst ? min(startTime, seconds) : seconds)
    }
    guard isFirst, accessLog() != nil else { return }
    NotificationCenter.default.post(name: .AVPlayerItemNewAccessLogEntry, object: self)
  }

  /// Reports errors that have not been reported.
  func reportErrors() {
    let count = media.troubleCount
    let new = state.withLock { state in
      defer { state.log.reportedErrorCount = count }
      return count - state.log.reportedErrorCount
    }
    for _ in 0..<max(0, new) {
      NotificationCenter.default.post(name: .AVPlayerItemNewErrorLogEntry, object: self)
    }
  }

  /// Notes that the item has been heard to its end.
  func noteEnd() {
    let end = state.withLock { $0.forwardEnd.isNumeric ? $0.forwardEnd : nil } ?? duration
    let seconds = end.isNumeric ? end.seconds : heardSeconds
    state.withLock { $0.log.stop(at: seconds) }
  }

  /// Notes that the item will continue at another time.
  func noteSeek() {
    let seconds = heardSeconds
    state.withLock { $0.log.leave(at: seconds) }
  }
}

extension AVPlayerItemAccessLogEvent.Values {
  /// Copies the figures of media that are a single file.
  fileprivate mutating func take(_ info: MediaItem.Info, _ transfer: HTTPProgress) {
    type = info.isLive ? "LIVE" : "FILE"
    guard let length = info.length?.seconds, length > 0 else { return }
    if let size = info.packetByteCount { bitRate = Double(size) * 8 / length }
    if let size = transfer.byteCount, size > 0 {
      downloaded = min(length, length * Double(byteCount) / Double(size))
    }
  }

  /// Copies the figures that the playlist of a stream states.
  fileprivate mutating func take(_ variant: HLSVariant?) {
    if type == "FILE" { type = "VOD" }
    bitRate = variant?.bandwidth.map(Double.init) ?? -1
    averageBitRate = variant?.averageBandwidth.map(Double.init) ?? -1
  }
}
