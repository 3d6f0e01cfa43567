internal import AVFAudio
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import Synchronization

/// The items of a player.
extension AVPlayer {
  func append(_ item: AVPlayerItem) { insertItem(item, after: nil) }

  /// Adds an item after another item, or at the end.
  func insertItem(_ item: AVPlayerItem, after other: AVPlayerItem?) {
    let isFree = item.state.withLock { state -> Bool in
      guard state.player == nil else { return false }
      state.player = self
      return true
    }
    precondition(isFree, "an AVPlayerItem cannot be associated with more than one AVPlayer")
    let afterID = other?.state.withLock { $0.id }
    // Before the player's thread can report the item.
    let id = core.reserveID()
    item.state.withLock { state in
      state.id = id
      state.log.opening = state.log.opening ?? .now
    }
    change { published in
      let index = published.items.firstIndex { $0 === other }
      published.items.insert(item, at: index.map { $0 + 1 } ?? published.items.count)
    }
    item.renewMedia()
    let start = item.state.withLock { $0.startTime.take() }
    let seconds = start.flatMap { $0.isNumeric ? $0.seconds : nil } ?? 0
    core.insert(item.media, id: id, after: afterID, startTime: seconds)
    item.applyEnd()
    item.followPlayer()
    applyAlgorithm()
    synchronise()
  }

  /// Removes an item.
  func removeItem(_ item: AVPlayerItem) {
    guard let id = item.state.withLock({ $0.player === self ? $0.id : nil }) else { return }
    let time = item.currentTime()
    core.remove(id)
    leave(item, at: time)
    synchronise()
  }

  /// Forgets an item that has left the list.
  func leave(_ item: AVPlayerItem, at time: CMTime) {
    item.state.withLock { state in
      state.player = nil
      state.id = nil
      state.lastTime = time
      if time.isNumeric { state.log.stop(at: time.seconds) }
    }
    change { published in published.items.removeAll { $0 === item } }
    item.stopTimebase(at: time, in: self)
    item.timedOutputs.stop()
  }

  /// Changes the list of items, and reports a new current item.
  private func change(_ body: (inout Published) -> Void) {
    let isNew = published.withLock { published -> Bool in
      var new = published
      body(&new)
      return new.items.first !== published.items.first
    }
    if isNew {
      properties.change(self, \.currentItem) { published.withLock { body(&$0) } }
    } else {
      published.withLock { body(&$0) }
    }
  }

  /// The item with an ID.
  func item(_ id: Int) -> AVPlayerItem? {
    published.withLock { published in
      published.items.first { item in item.state.withLock { $0.id } == id }
    }
  }

  /// Copies the state of the player's thread, and reports the changes.
  func synchronise() {
    let (rate, control) = published.withLock { ($0.rate, $0.control) }
    let (newRate, newControl) = core.rateAndControl
    if rate != newRate, control != newControl {
      properties.change(
        self, \.rate, \.timeControlStatus, \.reasonForWaitingToPlay
      ) { takeRateAndControl() }
    } else if rate != newRate {
      properties.change(self, \.rate) { takeRateAndControl() }
    } else if control != newControl {
      properties.change(self, \.timeControlStatus, \.reasonForWaitingToPlay) {
        takeRateAndControl()
      }
    }
  }

  private func takeRateAndControl() {
    published.withLock { published in
      (published.rate, published.control) = core.rateAndControl
    }
  }

  /// Has the current item note whether it is heard.
  func noteControl() {
    let (item, control) = published.withLock { ($0.items.first, $0.control) }
    item?.noteControl(isPlaying: control == .playing, startTime: core.startTime)
    item?.timedOutputs.update()
  }

  /// Drops the items that the player's thread has played.
  func dropPlayedItems() {
    // Read the items before the IDs, because another thread may add an item in between.
    let items = published.withLock { $0.items }
    let ids = core.knownIDs
    for item in items {
      guard let id = item.state.withLock({ $0.id }), !ids.contains(id) else { continue }
      let end = item.duration
      leave(item, at: end.isNumeric ? end : item.currentTime())
    }
  }
}

/// Receives the events of the player's thread.
///
/// It belongs to the player, and does not retain it.
final class PlayerRelay: ItemPlayerObserver {
  private struct Reference {
    weak var player: AVPlayer?
  }

  private let reference = Mutex(Reference())
  let interruptions = Mutex<InterruptionObserver?>(nil)

  var player: AVPlayer? {
    get { reference.withLock { $0.player } }
    set { reference.withLock { $0.player = newValue } }
  }

  func playerChanged() {
    guard let player else { return }
    player.dropPlayedItems()
    player.synchronise()
    player.noteControl()
  }

  func itemChanged(_ id: Int) {
    guard let player, let item = player.item(id), let info = item.media.info else { return }
    let wasReady = item.status == .readyToPlay
    item.update(info)
    if !wasReady {
      player.applyCriteria(to: item)
      item.timedOutputs.update()
    }
    player.becomeReady()
    item.reportErrors()
  }

  func itemEnded(_ id: Int) {
    guard let item = player?.item(id) else { return }
    item.noteEnd()
    NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
  }

  func itemFailed(_ id: Int, _ failure: MediaFailure) {
    guard let player, let item = player.item(id) else { return }
    let error = AVError(failure, of: item.asset.name)
    item.reportErrors()
    if item.status == .readyToPlay {
      NotificationCenter.default.post(
        name: .AVPlayerItemFailedToPlayToEndTime, object: item,
        userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error as NSError])
      if failure == .device {
        item.fail(error)
        player.fail(error)
      }
    } else {
      item.fail(error)
    }
    player.noteFailedRate()
  }

  func itemReachedStart(_ id: Int) {
    player?.synchronise()
    player?.postRate(because: .reversePlaybackReachedStartOfSeekableRange)
  }

  func itemStalled(_ id: Int) {
    guard let item = player?.item(id) else { return }
    item.state.withLock { $0.log.stallCount += 1 }
    NotificationCenter.default.post(name: .AVPlayerItemPlaybackStalled, object: item)
  }

  func itemJumped(_ id: Int) {
    guard let item = player?.item(id) else { return }
    item.flushOutputs()
    let time = item.currentTime()
    if time.isNumeric { item.state.withLock { $0.log.jump(to: time.seconds) } }
    NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
  }

  func itemReached(_ id: Int, _ metadata: TimedMetadata) {
    player?.item(id)?.reach(metadata)
  }
}

extension AVPlayer {
  /// Becomes ready when the first item is ready.
  func becomeReady() {
    guard published.withLock({ $0.status }) == .unknown else { return }
    properties.change(self, \.status) { published.withLock { $0.status = .readyToPlay } }
  }

  /// Reports that a failure has set the rate to 0.
  func noteFailedRate() {
    guard published.withLock({ $0.rate }) != 0, core.rate == 0 else { return }
    synchronise()
    postRate(because: .setRateFailed)
  }

  /// Posts that the rate has changed.
  func postRate(because reason: RateDidChangeReason) {
    NotificationCenter.default.post(
      name: Self.rateDidChangeNotification, object: self,
      userInfo: [Self.rateDidChangeReasonKey: reason])
  }

  /// Puts the player into its failed state, which is final, because no device can be started.
  func fail(_ error: AVError) {
    properties.change(self, \.status, \.error) {
      published.withLock { published in
        published.status = .failed
        published.error = error as NSError
      }
    }
  }
}

extension AVPlayerItem {
  /// Stores the information that the player's thread has read.
  func update(_ info: MediaItem.Info) {
    let old = state.withLock { $0 }
    let ahead = media.buffered
    if old.info?.length != info.length {
      properties.change(self, \.duration, \.seekableTimeRanges) {
        state.withLock { $0.info = info }
      }
    }
    if old.isEmpty != (ahead.seconds == 0) || old.hasEnded != ahead.hasEnded {
      properties.change(
        self, \.isPlaybackBufferEmpty, \.isPlaybackBufferFull, \.isPlaybackLikelyToKeepUp,
        \.loadedTimeRanges
      ) {
        state.withLock { state in
          state.isEmpty = ahead.seconds == 0
          state.hasEnded = ahead.hasEnded
        }
      }
    }
    noteLiveOffset()
    guard old.status == .unknown else { return }
    asset.take(info)
    // The length is known before an observer hears that the item is ready.
    properties.change(self, \.status, \.tracks) {
      state.withLock { state in
        state.info = info
        state.log.becomeReady()
        state.status = .readyToPlay
      }
    }
  }

  func fail(_ error: AVError) {
    properties.change(self, \.status, \.error) {
      state.withLock { state in
        state.status = .failed
        state.error = error as NSError
      }
    }
  }
}
