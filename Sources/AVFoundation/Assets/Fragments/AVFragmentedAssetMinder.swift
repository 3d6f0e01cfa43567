internal import Dispatch
public import Foundation
internal import Synchronization

/// Looks for new fragments of assets at intervals.
///
/// Each asset announces the changes of its file by notifications, on any thread. The minder stops
/// when its last reference goes away.
open class AVFragmentedAssetMinder: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the state. A timer is thread-safe.

  private struct State: @unchecked Sendable {
    var assets: [any AVAsset & AVFragmentMinding] = []
    var interval: TimeInterval
    var timer: (any DispatchSourceTimer)?
  }

  /// The shortest interval, in seconds.
  private static let leastInterval = 0.01
  private let state: Mutex<State>

  /// Makes a minder of an asset.
  ///
  /// - Parameters:
  ///   - asset: The asset. Only an ``AVFragmentedAsset`` is watched.
  ///   - mindingInterval: The seconds between two looks.
  public init(asset: any AVAsset & AVFragmentMinding, mindingInterval: TimeInterval) {
    state = Mutex(State(interval: mindingInterval))
    super.init()
    addFragmentedAsset(asset)
    start()
  }

  deinit {
    let (assets, timer) = state.withLock { ($0.assets, $0.timer) }
    timer?.cancel()
    for asset in assets { (asset as? AVFragmentedAsset)?.addMinder(-1) }
  }

  /// The seconds between two looks.
  open var mindingInterval: TimeInterval {
    get { state.withLock { $0.interval } }
    set {
      state.withLock { $0.interval = newValue }
      start()
    }
  }

  /// The watched assets.
  open var assets: [any AVAsset & AVFragmentMinding] { state.withLock { $0.assets } }

  /// Watches another asset.
  open func addFragmentedAsset(_ asset: any AVAsset & AVFragmentMinding) {
    let isNew = state.withLock { state in
      guard !state.assets.contains(where: { $0 === asset }) else { return false }
      state.assets.append(asset)
      return true
    }
    if isNew { (asset as? AVFragmentedAsset)?.addMinder(1) }
  }

  /// Stops watching an asset.
  open func removeFragmentedAsset(_ asset: any AVAsset & AVFragmentMinding) {
    let wasKnown = state.withLock { state in
      let index = state.assets.firstIndex { $0 === asset }
      if let index { state.assets.remove(at: index) }
      return index != nil
    }
    if wasKnown { (asset as? AVFragmentedAsset)?.addMinder(-1) }
  }

  private func start() {
    let interval = max(Self.leastInterval, min(mindingInterval, 1e6))
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [weak self] in
      for asset in self?.assets ?? [] { (asset as? AVFragmentedAsset)?.checkForFragments() }
    }
    let old = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
    timer.resume()
  }
}
