internal import AudioPlayback
public import CoreMedia
internal import Foundation
internal import Synchronization

/// The timebase of an item.
extension AVPlayerItem {
  /// Seconds of the media between two comparisons of the timebase with the heard time.
  private static let comparisonInterval = 0.1

  /// The heard time and rate of the item; `nil` until the item is ready.
  ///
  /// The timebase is read-only: a change fails with `kCMTimebaseError_ReadOnly`. Its rate is 0
  /// while the player is paused, waits or seeks, and while another item plays. After a change of
  /// the rate, it follows the heard time within a tenth of a second of the media.
  public var timebase: CMTimebase? {
    guard status == .readyToPlay else { return nil }
    let (timebase, isNew) = state.withLock { state in
      if let known = state.timebase { return (known, false) }
      let new = CMTimebase(readOnlyWithSource: .playback)
      state.timebase = new
      return (new, true)
    }
    if isNew {
      timebase.follow(currentTime(), rate: player?.heardRate(of: self) ?? 0)
      followPlayer()
    }
    return timebase
  }

  /// Makes the timebase follow the current player.
  func followPlayer() {
    guard let player, state.withLock({ $0.timebase != nil }) else { return }
    let observation = TimeObservation(.every(Self.comparisonInterval)) {
      [weak self, weak player] _, _ in
      guard let player else { return }
      self?.moveTimebase(by: player)
    }
    let old = state.withLock { state in
      defer { state.timebaseObservation = observation }
      return state.timebaseObservation
    }
    if let old { player.core.remove(old) }
    player.core.add(observation)
  }

  /// Stops the timebase during a seek.
  func holdTimebase() {
    state.withLock { $0.timebase }?.follow(.invalid, rate: 0)
  }

  /// Moves the timebase to the heard time, if this player plays the item.
  private func moveTimebase(by player: AVPlayer) {
    let (timebase, owner) = state.withLock { ($0.timebase, $0.player) }
    guard let timebase, owner === player else { return }
    timebase.follow(currentTime(), rate: player.heardRate(of: self))
  }

  /// Stops the timebase when the item leaves a player.
  func stopTimebase(at time: CMTime, in player: AVPlayer) {
    let (timebase, observation) = state.withLock { state in
      defer { state.timebaseObservation = nil }
      return (state.timebase, state.timebaseObservation)
    }
    if let observation { player.core.remove(observation) }
    timebase?.follow(time, rate: 0)
  }
}

extension AVPlayer {
  /// The rate at which an item is heard at this moment.
  fileprivate func heardRate(of item: AVPlayerItem) -> Double {
    let id = item.state.withLock { $0.id }
    return id != nil && core.itemIDs.first == id ? Double(core.heardRate) : 0
  }
}

extension CMTimebase {
  /// The largest difference in seconds that is not announced as a jump.
  private static let largestCorrection = 0.05

  /// Sets the timebase to a heard time and rate.
  fileprivate func follow(_ time: CMTime, rate: Double) {
    let old = timeAndRate
    let difference = time.isNumeric ? abs(CMTimeSubtract(time, old.time).seconds) : 0
    let isJump = difference > Self.largestCorrection
    if difference > 0, !isJump { correct(to: time) }
    guard isJump || rate != old.rate else { return }
    if let change = moveSilently(to: isJump ? time : nil, at: nil, rate: rate) { announce(change) }
  }
}
