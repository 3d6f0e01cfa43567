internal import AudioContainers
internal import AudioPlayback
internal import CoreMedia
internal import Synchronization

extension AVPlayerItem {
  /// Values that another module stores in the item.
  package protocol Attachment: AnyObject, Sendable {}

  /// An object of another module; a change is announced like that of a property.
  package var attachment: (any Attachment)? {
    get {
      properties.access(self, \.attachment)
      return state.withLock { $0.attachment }
    }
    set {
      let old = state.withLock { $0.attachment }
      properties.change(self, \.attachment) { state.withLock { $0.attachment = newValue } }
      withExtendedLifetime(old) {}
    }
  }
}

extension AVPlayerItem {
  /// Reopens the media after the item has left a player; a failed item does not change.
  ///
  /// Playback continues at the time when the item left the player, or at the start if it has ended.
  func renewMedia() {
    let old = media
    guard old.isClosed, state.withLock({ $0.status }) != .failed else { return }
    let new = MediaItem(asset.bytes, trackMixes: trackMixes)
    new.mix = old.mix
    (new.liveOffset, new.preservesLiveOffset) = (old.liveOffset, old.preservesLiveOffset)
    new.selectRendition(state.withLock { $0.choices[.audio]?.option }?.rendition.name)
    currentMedia.withLock { $0 = new }
    collectDateRanges()
    state.withLock { state in
      (state.isEmpty, state.hasEnded) = (true, false)
      let end = state.info?.duration ?? .indefinite
      if state.startTime == nil, state.lastTime.isNumeric, state.lastTime < end {
        state.startTime = state.lastTime
      }
    }
  }
}
