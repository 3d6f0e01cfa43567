package import AudioContainers
package import AudioTransport
internal import Synchronization

/// Metadata that applies from a time of a medium on.
package struct TimedMetadata: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// The text of a radio station.
    case station(ICYText)
    /// The frames of an ID3 tag in a stream.
    case tag([ID3Frame])
  }

  /// The time, in seconds.
  package var seconds: Double
  package var content: Content
}

extension MediaItem {
  /// Removes and returns the metadata of all times up to a time.
  func takeMetadata(upTo seconds: Double) -> [TimedMetadata] {
    state.withLock { state in
      let count = state.metadata.prefix { $0.seconds <= seconds }.count
      defer { state.metadata.removeFirst(count) }
      return Array(state.metadata.prefix(count))
    }
  }

  /// The text of a radio station at a time, unless it has been taken.
  func stationText(at seconds: Double) -> ICYText? {
    let metadata = state.withLock { $0.metadata.last { $0.seconds <= seconds } }
    guard case .station(let text) = metadata?.content else { return nil }
    return text
  }

  /// The time of the next metadata, if any is known.
  var nextMetadataTime: Double? { state.withLock { $0.metadata.first?.seconds } }
}

extension MediaItem.State {
  /// A bound for metadata that a player does not take.
  private static let mostMetadata = 256

  /// Takes note of the text of the next frames, if it is new.
  ///
  /// - Returns: Whether the text is new.
  mutating func note(_ text: ICYText?, _ block: MediaItem.Block, channelCount: Int) -> Bool {
    guard let text, text != stationText else { return false }
    stationText = text
    let frames = sampleCount / max(1, channelCount)
    let seconds = block.time ?? firstTime + Double(frames) / (sampleRate ?? 1)
    return note([TimedMetadata(seconds: seconds, content: .station(text))])
  }

  /// Adds metadata that is not known yet.
  ///
  /// - Returns: Whether any of it was new.
  mutating func note(_ new: [TimedMetadata]) -> Bool {
    var isNew = false
    for item in new where !metadata.contains(item) {
      if metadata.count >= Self.mostMetadata { metadata.removeFirst() }
      let place = metadata.lastIndex { $0.seconds <= item.seconds }.map { $0 + 1 } ?? 0
      metadata.insert(item, at: place)
      isNew = true
    }
    return isNew
  }
}

extension PlayerWorker {
  /// Reports the metadata that playback has reached.
  mutating func reportMetadata() {
    guard let current = state.entries.first, current.id == playingID else { return }
    for metadata in current.item.takeMetadata(upTo: player.time) {
      observer?.itemReached(current.id, metadata)
    }
  }
}
