internal import Synchronization

/// The volume and the pan of a connection to a mixer.
package final class MixInput: Sendable {
  /// The settings, which the levels share.
  final class Settings: Sendable {
    let volume = Atomic<UInt32>(Float(1).bitPattern)
    let pan = Atomic<UInt32>(0)
    /// The levels on the left and on the right, if the input has a place.
    let left = Atomic<UInt32>(0)
    let right = Atomic<UInt32>(0)
    let placing = Atomic<Placing>(.none)
    let changes = Atomic<Int>(0)
  }

  /// The channels that have a place.
  enum Placing: UInt8, AtomicRepresentable {
    case none
    case oneChannel
    case allChannels
  }

  private let settings = Settings()
  /// The levels, which live as long as the channels stay the same.
  private let levels = Mutex<MixLevels?>(nil)

  /// The part that goes to the reverb of a spatial mixer.
  package let send: MixInput?
  /// The place around the head of a spatial mixer's listener.
  package let head: HeadInput?

  package init(
    volume: Float = 1, pan: Float = 0, send: MixInput? = nil, head: HeadInput? = nil
  ) {
    self.send = send
    self.head = head
    self.volume = volume
    self.pan = pan
  }

  /// The factor of all samples.
  package var volume: Float {
    get { Float(bitPattern: settings.volume.load(ordering: .relaxed)) }
    set {
      settings.volume.store(newValue.isFinite ? newValue.bitPattern : 0, ordering: .relaxed)
      send?.volume = newValue
      head?.volume = newValue
      settings.changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// The place between left (-1) and right (1).
  package var pan: Float {
    get { Float(bitPattern: settings.pan.load(ordering: .relaxed)) }
    set {
      let pan = newValue.isFinite ? max(-1, min(newValue, 1)) : 0
      settings.pan.store(pan.bitPattern, ordering: .relaxed)
      settings.changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// The levels that follow from the place of the input, instead of a pan; `nil` without a place.
  package var place: MixPlace? {
    get {
      let placing = settings.placing.load(ordering: .relaxed)
      guard placing != .none else { return nil }
      return MixPlace(
        left: Float(bitPattern: settings.left.load(ordering: .relaxed)),
        right: Float(bitPattern: settings.right.load(ordering: .relaxed)),
        mixesDown: placing == .allChannels)
    }
    set {
      let place = newValue ?? MixPlace(left: 0, right: 0, mixesDown: false)
      settings.left.store(place.left.bitPattern, ordering: .relaxed)
      settings.right.store(place.right.bitPattern, ordering: .relaxed)
      let placing: Placing =
        newValue == nil ? .none : place.mixesDown ? .allChannels : .oneChannel
      settings.placing.store(placing, ordering: .relaxed)
      settings.changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// The levels for two channel counts.
  package func levels(from sourceCount: Int, to targetCount: Int) -> MixLevels {
    levels.withLock { levels in
      if let levels, levels.fits(sourceCount, targetCount) { return levels }
      let made = MixLevels(settings, from: sourceCount, to: targetCount)
      levels = made
      return made
    }
  }
}

/// The levels of an input that has a place.
package struct MixPlace: Equatable, Sendable {
  package var left: Float
  package var right: Float
  /// Whether an input with several channels is mixed to one; otherwise, it passes unchanged.
  package var mixesDown: Bool

  package init(left: Float, right: Float, mixesDown: Bool) {
    (self.left, self.right, self.mixesDown) = (left, right, mixesDown)
  }
}
