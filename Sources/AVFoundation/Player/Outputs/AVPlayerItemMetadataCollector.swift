internal import AudioContainers
public import Dispatch
public import Foundation
internal import Synchronization

/// Collects data of a player item's media, for times both before and after the heard time.
///
/// Add it with `AVPlayerItem.add(_:)`.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has no state.

  override init() { super.init() }
}

/// Collects the date ranges in the playlist of a stream, when they appear and when they change.
///
/// Source: RFC 8216, 4.3.2.7, EXT-X-DATERANGE.
open class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
  // Unchecked: the client's delegate is called on the queue that the client chose.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?
    var queue: DispatchQueue?
    var ranges: [HLSDateRange] = []
  }

  private let identifiers: Set<String>?
  private let labels: Set<String>?
  private let state = Mutex(State())

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - identifiers: The identifiers of the wanted items, such as `lsdr/X-TITLE`; `nil` for all.
  ///   - classifyingLabels: The classes of the wanted ranges; `nil` for all.
  public init(identifiers: [String]?, classifyingLabels: [String]?) {
    self.identifiers = identifiers.map { Set($0) }
    labels = classifyingLabels.map { Set($0) }
    super.init()
  }

  /// The receiver, which is held weakly.
  open var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? {
    state.withLock { $0.delegate }
  }

  /// The queue on which the receiver is called.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets the receiver, before the collector is added to an item.
  ///
  /// - Parameters:
  ///   - delegate: The receiver, which is held weakly.
  ///   - delegateQueue: The queue on which it is called; `nil` for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?,
    queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
  }

  /// Stores the date ranges of a playlist, and reports a change.
  func take(_ all: [HLSDateRange]) {
    let ranges = all.filter(isWanted)
    let old = state.withLock { state in
      defer { state.ranges = ranges }
      return state.ranges
    }
    guard ranges != old else { return }
    let known = Dictionary(old.map { ($0.identifier, $0) }) { first, _ in first }
    let new = ranges.indices.filter { known[ranges[$0].identifier] == nil }
    let modified = ranges.indices.filter { index in
      known[ranges[index].identifier].map { $0 != ranges[index] } ?? false
    }
    let groups = AVDateRangeMetadataGroup.groups(of: ranges)
    (delegateQueue ?? .main).async { [weak self] in
      // The receiver may have been replaced meanwhile.
      guard let self, let delegate = self.delegate else { return }
      delegate.metadataCollector(
        self, didCollect: groups, indexesOfNewGroups: IndexSet(new),
        indexesOfModifiedGroups: IndexSet(modified))
    }
  }

  private func isWanted(_ range: HLSDateRange) -> Bool {
    guard range.start != nil else { return false }
    if let labels, !(range.group.map(labels.contains) ?? false) { return false }
    guard let identifiers else { return true }
    return range.values.keys.contains { identifiers.contains("lsdr/" + $0) }
  }
}

/// Receives the date ranges of a stream.
public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol {
  /// Called when date ranges have appeared, have changed or have left the playlist.
  ///
  /// - Parameters:
  ///   - metadataCollector: The collector.
  ///   - metadataGroups: All wanted date ranges of the playlist.
  ///   - indexesOfNewGroups: The groups that have appeared since the last call.
  ///   - indexesOfModifiedGroups: The groups that have changed since the last call.
  func metadataCollector(
    _ metadataCollector: AVPlayerItemMetadataCollector,
    didCollect metadataGroups: [AVDateRangeMetadataGroup], indexesOfNewGroups: IndexSet,
    indexesOfModifiedGroups: IndexSet)
}
