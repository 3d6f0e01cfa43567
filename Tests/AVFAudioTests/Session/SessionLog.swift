import AVFAudio
import Foundation
import Testing

/// The code of the error that a call throws, or `none` if it succeeds.
func sessionCode(_ body: () throws -> Void) -> AVAudioSession.ErrorCode? {
  do {
    try body()
    return AVAudioSession.ErrorCode.none
  } catch {
    let error = error as NSError
    #expect(error.domain == NSOSStatusErrorDomain)
    return AVAudioSession.ErrorCode(rawValue: error.code)
  }
}

/// The notifications of a session, one line each.
final class SessionLog: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private var all: [String] = []
  private var observers: [any NSObjectProtocol] = []

  init(_ session: AVAudioSession) {
    let names = [
      AVAudioSession.routeChangeNotification, AVAudioSession.interruptionNotification,
      AVAudioSession.mediaServicesWereLostNotification,
      AVAudioSession.mediaServicesWereResetNotification,
      AVAudioSession.silenceSecondaryAudioHintNotification,
    ]
    for name in names {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
          [weak self] notification in
          let line = Self.line(notification)
          self?.lock.withLock { self?.all.append(line) }
        })
    }
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  /// All notifications in order.
  var lines: [String] { lock.withLock { all } }
  /// Those of interruptions.
  var interruptions: [String] {
    lines.filter { $0.hasPrefix("began") || $0.hasPrefix("ended") }
  }

  private static func line(_ notification: Notification) -> String {
    let info = notification.userInfo ?? [:]
    func number(_ key: String) -> UInt { info[key] as? UInt ?? 99 }
    switch notification.name {
    case AVAudioSession.routeChangeNotification:
      let reason = AVAudioSession.RouteChangeReason(
        rawValue: number(AVAudioSessionRouteChangeReasonKey))
      let previous =
        info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      let ports = (previous?.outputs ?? []) + (previous?.inputs ?? [])
      let last = ports.last?.portType.rawValue ?? "nothing"
      return "\(reason.map { "\($0)" } ?? "?") after \(last)"
    case AVAudioSession.interruptionNotification:
      guard number(AVAudioSessionInterruptionTypeKey) == 0 else { return "began" }
      return number(AVAudioSessionInterruptionOptionKey) == 1 ? "ended, resume" : "ended"
    case AVAudioSession.silenceSecondaryAudioHintNotification:
      let isBegin = number(AVAudioSessionSilenceSecondaryAudioHintTypeKey) == 1
      return isBegin ? "silence begin" : "silence end"
    case AVAudioSession.mediaServicesWereLostNotification: return "lost"
    default: return "reset"
    }
  }
}
