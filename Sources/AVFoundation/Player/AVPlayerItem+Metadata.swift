internal import AudioContainers
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import Synchronization

/// Tracks, metadata and outputs.
extension AVPlayerItem {
  /// The tracks, once the item is ready.
  public var tracks: [AVPlayerItemTrack] {
    properties.access(self, \.tracks)
    guard status == .readyToPlay else { return [] }
    return state.withLock { state in
      let tracks = state.tracks ?? asset.tracks.map { AVPlayerItemTrack($0, of: self) }
      state.tracks = tracks
      return tracks
    }
  }

  /// The metadata that playback reached last, such as the title of a radio station.
  public var timedMetadata: [AVMetadataItem]? {
    properties.access(self, \.timedMetadata)
    return state.withLock { $0.timedMetadata }
  }

  /// The outputs that have been added.
  public var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

  /// Adds an output, which may belong to one item only.
  public func add(_ output: AVPlayerItemOutput) {
    precondition(
      output.item == nil || output.item === self,
      "the output belongs to another AVPlayerItem; remove the output from that item first")
    output.item = self
    state.withLock { state in
      if !state.outputs.contains(output) { state.outputs.append(output) }
    }
    timedOutputs.update()
  }

  /// Removes an output.
  public func remove(_ output: AVPlayerItemOutput) {
    let isRemoved = state.withLock { state in
      let count = state.outputs.count
      state.outputs.removeAll { $0 === output }
      return state.outputs.count < count
    }
    guard isRemoved else { return }
    output.item = nil
    (output as? any TimedOutput)?.reset()
    timedOutputs.update()
  }

  /// The collectors that have been added.
  public var mediaDataCollectors: [AVPlayerItemMediaDataCollector] {
    state.withLock { $0.collectors }
  }

  /// Adds a collector, which receives the data that is already known, and later data.
  public func add(_ collector: AVPlayerItemMediaDataCollector) {
    state.withLock { state in
      if !state.collectors.contains(collector) { state.collectors.append(collector) }
    }
    collectDateRanges()
  }

  /// Removes a collector.
  public func remove(_ collector: AVPlayerItemMediaDataCollector) {
    state.withLock { $0.collectors.removeAll { $0 === collector } }
  }

  /// Gives the date ranges of the media to the collectors.
  func collectDateRanges() {
    guard !mediaDataCollectors.isEmpty else { return }
    media.reportDateRanges { [weak self] ranges in
      for collector in self?.mediaDataCollectors ?? [] {
        (collector as? AVPlayerItemMetadataCollector)?.take(ranges)
      }
    }
  }

  /// The player that has taken the item.
  var player: AVPlayer? { state.withLock { $0.player } }

  private var metadataOutputs: [AVPlayerItemMetadataOutput] {
    outputs.compactMap { $0 as? AVPlayerItemMetadataOutput }
  }

  /// Publishes metadata that playback has reached.
  func reach(_ metadata: TimedMetadata) {
    let time = CMTime(seconds: metadata.seconds, preferredTimescale: 90_000)
    let items =
      switch metadata.content {
      case .station(let text): AVMetadataItem.items(of: text, at: time)
      case .tag(let frames): AVMetadataItem.items(of: frames, at: time)
      }
    properties.change(self, \.timedMetadata) {
      state.withLock { $0.timedMetadata = items }
    }
    let group = AVTimedMetadataGroup(
      items: items, timeRange: CMTimeRange(start: time, duration: .indefinite))
    for output in metadataOutputs { output.give(group) }
  }

  /// Reports a jump to the outputs.
  func flushOutputs() {
    for output in outputs {
      (output as? any TimedOutput)?.flush()
      (output as? AVPlayerItemVideoOutput)?.flush()
    }
    timedOutputs.update()
  }
}
