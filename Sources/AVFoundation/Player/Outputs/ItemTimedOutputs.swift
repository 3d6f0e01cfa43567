internal import AudioContainers
internal import AudioModel
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import Synchronization

/// Gives the texts and the metadata of an item to its outputs, at their times.
///
/// Threads read the tracks ahead of playback. An observation of the player's time calls
/// ``update()`` at each change.
final class ItemTimedOutputs: Sendable {
  /// A track that is read.
  private struct Reading {
    var kind: TimedKind
    var reading: TimedReading
    var track: TimedEvents
  }

  private struct State {
    var readings: [Reading] = []
    var observation: TimeObservation?
    weak var player: AVPlayer?
  }

  private struct Owner {
    weak var item: AVPlayerItem?
  }

  /// Seconds between two looks of the readings ahead of the time.
  private static let lookSeconds = 10.0
  /// Changes on each side of the time that are observed.
  private static let mostTimes = 8

  private let owner = Mutex(Owner())
  private let state = Mutex(State())

  deinit { stop() }

  /// The item that owns this object.
  var item: AVPlayerItem? {
    get { owner.withLock { $0.item } }
    set { owner.withLock { $0.item = newValue } }
  }

  /// Reads the wanted tracks, and gives what is due; any thread may call it.
  func update() {
    guard let item else { return }
    let (outputs, player, id, info, isReady) = item.state.withLock { state in
      (
        state.outputs.compactMap { $0 as? any TimedOutput }, state.player, state.id, state.info,
        state.status == .readyToPlay
      )
    }
    guard !outputs.isEmpty, isReady, let info, let player, let id,
      player.core.itemIDs.first == id
    else { return stop() }
    // Release the player without the lock, because its end may wait for a thread.
    defer { withExtendedLifetime((item, player)) {} }
    state.withLock { state in
      open(wanted(by: outputs, of: item, info), of: item, &state)
      // Read the time under the lock, so that calls on several threads follow the time.
      let seconds = player.core.time
      for reading in state.readings { reading.reading.move(to: seconds) }
      let tracks = state.readings.map { reading -> (kind: TimedKind, track: TimedEvents) in
        var track = reading.track
        (track.events, track.time) = reading.reading.events
        return (reading.kind, track)
      }
      for output in outputs {
        output.give(tracks.filter { $0.kind == output.takes }.map(\.track), at: seconds)
      }
      observe(player, times(outputs, tracks.flatMap(\.track.events), seconds), seconds, &state)
    }
  }

  /// Ends all reading.
  func stop() {
    let (readings, observation, player) = state.withLock { state in
      defer { state.readings = [] }
      return (state.readings, state.observation.take(), state.player)
    }
    for reading in readings { reading.reading.close() }
    // Without the lock: this may be the last reference to the player.
    if let observation { player?.core.remove(observation) }
  }

  // MARK: Readings

  private func wanted(
    by outputs: [any TimedOutput], of item: AVPlayerItem, _ info: MediaItem.Info
  ) -> [Wanted] {
    var wanted: [Wanted] = []
    if outputs.contains(where: { $0.takes == .texts }), let option = item.shownTexts(info) {
      wanted.append(Wanted(kind: .texts, name: "texts " + option.name, rendition: option))
    }
    guard outputs.contains(where: { $0.takes == .metadata }) else { return wanted }
    return wanted
      + info.container.timedTracks.filter { $0.handler.description == "meta" }.map {
        Wanted(kind: .metadata, name: "metadata \($0.identifier)", track: $0)
      }
  }

  /// A track to read.
  private struct Wanted {
    var kind: TimedKind
    var name: String
    var rendition: HLSRendition?
    var track: TimedTrack?
  }

  /// Opens the wanted tracks that are not open, and closes the others.
  private func open(_ wanted: [Wanted], of item: AVPlayerItem, _ state: inout State) {
    let names = Set(wanted.map(\.name))
    for reading in state.readings where !names.contains(reading.track.name) {
      reading.reading.close()
    }
    state.readings.removeAll { !names.contains($0.track.name) }
    for wanted in wanted where !state.readings.contains(where: { $0.track.name == wanted.name }) {
      let changed: @Sendable () -> Void = { [weak self] in self?.update() }
      let track = wanted.rendition?.textTrack ?? wanted.track
      let reading =
        wanted.rendition.flatMap { TimedReading(captions: $0, of: item.media, handler: changed) }
        ?? wanted.track.map { TimedReading($0, of: item.media, handler: changed) }
      guard let reading,
        let description = wanted.rendition?.captionDescription ?? track?.formatDescription
      else { continue }
      let events = TimedEvents(
        name: wanted.name, description: description,
        timescale: track.map { CMTimeScale(clamping: $0.timescale) } ?? 1000,
        playerTrack: track.flatMap { track in
          item.readyTracks.first { $0.assetTrack?.timedTrack == track }
        })
      state.readings.append(
        Reading(kind: wanted.kind, reading: reading, track: events))
    }
  }

  // MARK: Times

  /// The times around the current one at which an output gets something.
  private func times(
    _ outputs: [any TimedOutput], _ events: [TimedEvent], _ seconds: Double
  ) -> [Double] {
    let changes = Set(events.flatMap { [$0.start, $0.end] })
    let all = outputs.flatMap { output in
      let advance = output.advanceSeconds
      return changes.map { $0 - advance }
    }.sorted()
    let earlier = all.last { $0 < seconds }
    let later = all.filter { $0 > seconds }.prefix(Self.mostTimes)
    return (earlier.map { [$0] } ?? []) + later + [seconds + Self.lookSeconds]
  }

  private func observe(
    _ player: AVPlayer, _ times: [Double], _ seconds: Double, _ state: inout State
  ) {
    if let old = state.observation.take() { state.player?.core.remove(old) }
    guard !state.readings.isEmpty else { return }
    let observation = TimeObservation(.each(times), after: seconds) { [weak self] _, _ in
      self?.update()
    }
    (state.observation, state.player) = (observation, player)
    player.core.add(observation)
  }
}

extension AVPlayerItem {
  /// The texts that are shown; `nil` for none.
  fileprivate func shownTexts(_ info: MediaItem.Info) -> HLSRendition? {
    guard !info.captions.isEmpty else { return nil }
    let group = AVMediaSelectionGroup(info.captions, .subtitles)
    let choices = state.withLock { $0.choices }
    return AVMediaSelection(asset, choices).selectedMediaOption(in: group)?.rendition
  }

  /// The tracks of the ready item.
  fileprivate var readyTracks: [AVPlayerItemTrack] {
    if let known = state.withLock({ $0.tracks }) { return known }
    return tracks
  }
}
