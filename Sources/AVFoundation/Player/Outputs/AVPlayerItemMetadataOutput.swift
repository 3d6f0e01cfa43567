internal import AudioPlayback
public import Dispatch
public import Foundation
internal import Synchronization

/// Gives the metadata that an item reaches during playback.
///
/// These are the titles of a radio station, the tags of a stream, and the metadata in tracks of a
/// movie.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Unchecked: the client's delegate is called on the queue that the client chose.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
    var queue: DispatchQueue?
    var advanceInterval = 0.0
    /// The time up to which metadata have been given, by track; empty after a jump.
    var given: [String: Double] = [:]
  }

  private let identifiers: Set<String>?
  private let state = Mutex(State())

  /// Makes an output.
  ///
  /// - Parameter identifiers: The identifiers of the wanted items; `nil` for all.
  public init(identifiers: [String]?) {
    self.identifiers = identifiers.map { Set($0) }
    super.init()
  }

  /// The receiver, which is held weakly.
  open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? {
    state.withLock { $0.delegate }
  }

  /// The queue on which the receiver is called.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets the receiver.
  ///
  /// - Parameters:
  ///   - delegate: The receiver, which is held weakly.
  ///   - delegateQueue: The queue on which it is called; `nil` for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
  }

  /// Seconds by which the metadata of tracks are given before their time, from 0 to 20.
  ///
  /// The metadata of a stream are given at their time.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { state.withLock { $0.advanceInterval } }
    set {
      state.withLock { $0.advanceInterval = TimedAdvance.seconds(newValue) }
      item?.timedOutputs.update()
    }
  }

  /// Gives a group to the receiver, with the wanted items only.
  func give(_ group: AVTimedMetadataGroup, from track: AVPlayerItemTrack? = nil) {
    let items = group.items.filter { item in
      identifiers.map { wanted in item.identifier.map { wanted.contains($0.rawValue) } ?? false }
        ?? true
    }
    guard !items.isEmpty else { return }
    let wanted = AVTimedMetadataGroup(items: items, timeRange: group.timeRange)
    notify { $0.metadataOutput(self, didOutputTimedMetadataGroups: [wanted], from: track) }
  }

  private func notify(
    _ call: @escaping @Sendable (any AVPlayerItemMetadataOutputPushDelegate) -> Void
  ) {
    (state.withLock { $0.queue } ?? .main).async { [weak self] in
      // The receiver may have been replaced meanwhile.
      if let delegate = self?.delegate { call(delegate) }
    }
  }
}

/// Receives metadata at its time.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Called when playback has reached metadata.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - groups: The metadata, in the order of its times.
  ///   - track: The track; `nil` for metadata of the stream itself, such as that of a radio
  ///     station.
  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput,
    didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
  /// Does nothing: the method is optional.
  public func metadataOutput(
    _ output: AVPlayerItemMetadataOutput,
    didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
  ) {}
}

extension AVPlayerItemMetadataOutput: TimedOutput {
  var advanceSeconds: Double { state.withLock { $0.advanceInterval } }

  var takes: TimedKind { .metadata }

  func give(_ tracks: [TimedEvents], at seconds: Double) {
    let target = seconds + advanceSeconds
    for track in tracks where track.includes(target) {
      let last = state.withLock { $0.given.updateValue(target, forKey: track.name) }
      let new = track.events.filter { event in
        guard let last, last <= target else { return event.isShown(at: target) }
        return last < event.start && event.start <= target
      }
      for event in new {
        guard let buffer = track.buffer(of: event),
          let group = AVTimedMetadataGroup(sampleBuffer: buffer)
        else { continue }
        give(group, from: track.playerTrack)
      }
    }
  }

  func reset() { state.withLock { $0.given = [:] } }

  func flush() {
    reset()
    notify { $0.outputSequenceWasFlushed(self) }
  }
}
