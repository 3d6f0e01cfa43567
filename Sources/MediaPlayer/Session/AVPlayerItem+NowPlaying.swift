public import AVFoundation
internal import Synchronization

/// The now playing information of an item.
final class ItemInformation: AVPlayerItem.Attachment, @unchecked Sendable {
  // Sendable: the values are the client's, and are not changed here.
  let values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }
}

extension AVPlayerItem {
  /// The description that an ``MPNowPlayingSession`` publishes while the item plays.
  ///
  /// The session adds the elapsed time, the rate, and the duration.
  public var nowPlayingInfo: [String: Any]? {
    get { (attachment as? ItemInformation)?.values }
    set { attachment = newValue.map { ItemInformation($0) } }
  }
}
