internal import Synchronization

/// The way from sequences to MIDI endpoints, which the module of Core MIDI provides.
package enum EndpointSender {
  /// Messages, with their host times in nanoseconds of the monotonic clock.
  package typealias Messages = [(time: UInt64, bytes: [UInt8])]
  /// Sends messages, if any, to an endpoint, and returns whether the endpoint exists.
  ///
  /// `lostCount` is the number of messages that were lost before these.
  package typealias Send =
    @Sendable (
      _ endpoint: UInt32, _ messages: Messages, _ lostCount: Int
    ) -> Bool

  private static let shared = Mutex<Send?>(nil)

  /// Provides the function that sends messages.
  package static func provide(_ send: @escaping Send) { shared.withLock { $0 = send } }

  /// The function that sends messages; `nil` in a program without endpoints.
  package static var send: Send? { shared.withLock { $0 } }
}
