public import Foundation
internal import NowPlaying
internal import Synchronization

/// Shows the current item to the desktop, its lock screen, phones, and command-line tools.
///
/// On Linux, the center publishes a player on the session bus by MPRIS, while it has an item.
/// Without a session bus, it keeps its values, and logs one line. All functions are safe on any
/// thread.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  private struct State: @unchecked Sendable {
    // Sendable: the values of the dictionary are the client's, and are not changed here.
    var info: [String: Any]?
    var playbackState = MPNowPlayingPlaybackState.unknown
  }

  private static let shared = MPNowPlayingInfoCenter(DesktopLink.shared)

  private let link: DesktopLink
  private let state = Mutex(State())

  init(_ link: DesktopLink) { self.link = link }

  /// The center of the process.
  open class func `default`() -> MPNowPlayingInfoCenter { shared }

  /// The description of the current item; `nil` if no item is loaded.
  ///
  /// The keys are `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`. Set the dictionary when
  /// the item, its elapsed time, or its rate changes, not while time passes. The position then
  /// follows from the elapsed time, the rate, and the time since they were set. Without an
  /// elapsed time, a new title starts at 0, and the same item continues.
  open var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0 }.info }
    set { publish(newValue) }
  }

  /// The elapsed seconds that other programs see at this moment.
  var publishedSeconds: Double { link.publisher.seconds }

  /// Publishes a description.
  ///
  /// - Parameters:
  ///   - info: The description.
  ///   - isStalled: Whether the item waits for data, although it plays.
  ///   - queue: The list of items, with the current one first; empty without a list.
  func publish(
    _ info: [String: Any]?, isStalled: Bool = false, queue: [NowPlayingContent.Entry] = []
  ) {
    var update = NowPlayingContent.Update(info)
    update?.isStalled = isStalled
    update?.queue = queue
    let (new, content) = (State(info: info), update)
    // This may release objects of the client, whose code may call the center.
    let old = state.withLock { state in
      let old = State(info: state.info)
      state.info = new.info
      let track = link.publisher.content
      link.publisher.update { $0.set(content, at: $1) }
      return (old, track)
    }
    withExtendedLifetime(old) {}
  }

  /// Whether the app plays.
  ///
  /// While the state is unknown, the rate in the dictionary decides. A rate of 0 is a pause;
  /// without a rate, the item plays.
  open var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.playbackState } }
    set {
      state.withLock {
        $0.playbackState = newValue
        link.publisher.update { content, now in content.set(newValue.status, at: now) }
      }
    }
  }

  /// The keys of supported animated artwork: an empty list, because MPRIS has still pictures only.
  open class var supportedAnimatedArtworkKeys: [String] { [] }
}

extension MPNowPlayingPlaybackState {
  fileprivate var status: NowPlayingContent.Status? {
    switch self {
    case .unknown: nil
    case .playing: .playing
    case .paused, .interrupted: .paused
    case .stopped: .stopped
    }
  }
}
