internal import Foundation

/// The playback data for the logs of an item.
struct ItemLog {
  let sessionID = UUID().uuidString
  /// When a player took the item.
  var opening: ContinuousClock.Instant?
  /// Seconds until the item was ready.
  private(set) var startupTime: Double?
  private(set) var startDate: Date?
  /// The time of the media at the first start, in seconds.
  private(set) var startOffset = 0.0
  var stallCount = 0
  /// Errors that have been reported.
  var reportedErrorCount = 0
  private var watched = 0.0
  /// The time of the media from which the item plays without a jump; `nil` while it does not play.
  private var runStart: Double?

  mutating func becomeReady() {
    guard let opening, startupTime == nil else { return }
    let (seconds, attoseconds) = (ContinuousClock.now - opening).components
    startupTime = Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Notes that the item plays; returns whether this is its first start.
  mutating func start(at seconds: Double) -> Bool {
    if runStart == nil { runStart = seconds }
    guard startDate == nil else { return false }
    startDate = Date()
    startOffset = seconds
    return true
  }

  /// Notes that the item no longer plays.
  mutating func stop(at seconds: Double) {
    watched = watchedSeconds(at: seconds)
    runStart = nil
  }

  /// Notes that a jump is about to happen; `seconds` is the time before the jump.
  mutating func leave(at seconds: Double) {
    watched = watchedSeconds(at: seconds)
    if runStart != nil { runStart = seconds }
  }

  /// Notes that a jump has happened; `seconds` is the time after the jump.
  mutating func jump(to seconds: Double) {
    if runStart != nil { runStart = seconds }
  }

  /// Seconds of the media that have been heard.
  func watchedSeconds(at seconds: Double) -> Double {
    watched + (runStart.map { max(0, seconds - $0) } ?? 0)
  }
}
