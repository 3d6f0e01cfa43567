internal import Dispatch
internal import Foundation
internal import NowPlaying
internal import Synchronization
internal import os

/// The publisher of one player, shared by its info center and its command center.
final class DesktopLink: Sendable {
  /// Passes requests to a command center, which exists later than the publisher.
  private final class Relay: Sendable {
    let receive = Mutex<(@Sendable (RemoteRequest) -> Void)?>(nil)

    func pass(_ request: RemoteRequest) {
      receive.withLock { $0 }?(request)
    }
  }

  /// The link of the process's default centers.
  static let shared = DesktopLink()

  let publisher: NowPlayingPublisher
  private let relay: Relay

  /// Creates a link, which has no thread and no connection until an item is published.
  ///
  /// - Parameters:
  ///   - address: The address of the bus; `nil` for the session bus.
  ///   - identity: The names of the player; `nil` for those of the program.
  ///   - hasTrackList: Whether the list of items is published, too.
  init(address: String? = nil, identity: PlayerIdentity? = nil, hasTrackList: Bool = false) {
    let relay = Relay()
    self.relay = relay
    publisher = NowPlayingPublisher(
      identity: identity ?? PlayerIdentity(name: Self.programName), address: address,
      hasTrackList: hasTrackList,
      respond: { request in DispatchQueue.main.async { relay.pass(request) } },
      report: { Self.log($0) })
  }

  /// Sets the function that is called on the main queue for each request.
  func receive(_ body: @escaping @Sendable (RemoteRequest) -> Void) {
    relay.receive.withLock { $0 = body }
  }

  private static var programName: String? {
    let information = Bundle.main.infoDictionary ?? [:]
    return information["CFBundleDisplayName"] as? String ?? information["CFBundleName"] as? String
  }

  private static func log(_ notice: NowPlayingPublisher.Notice) {
    let reason =
      switch notice {
      case .noBus: "the environment names no session bus"
      case .noLibrary: "libsystemd is not available"
      case .noConnection(let code): "the session bus cannot be used: \(errorText(code))"
      }
    Logger(subsystem: "MediaPlayer", category: "NowPlaying").notice(
      "Other programs cannot see the current item, because \(reason, privacy: .public).")
  }

  private static func errorText(_ code: Int32) -> String {
    NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription
  }
}
