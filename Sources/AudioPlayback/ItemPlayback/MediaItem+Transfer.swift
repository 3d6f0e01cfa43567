package import AudioContainers
internal import AudioFiles
package import AudioTransport
internal import Synchronization

/// The transfer of the medium.
extension MediaItem {
  /// The transfer at this moment, or at its end; `nil` for local bytes.
  package var transfer: HTTPProgress? {
    let (progress, last) = state.withLock { ($0.progress, $0.lastTransfer) }
    return progress?() ?? last
  }

  /// The current variant of a stream; `nil` if the medium has no variants.
  package var variant: HLSVariant? { state.withLock { $0.stream }?.variant }

  /// Whether the medium is a stream of segments.
  package var hasSegments: Bool { state.withLock { $0.stream != nil } }

  /// Errors of the transfer so far.
  package var troubleCount: Int { transfer?.statistics?.troubleCount ?? 0 }

  /// Chooses an audio rendition of a stream by its name; `nil` for the default.
  ///
  /// The change applies from the next segment that is read; a seek makes it apply at once. In a
  /// file, the name selects one of the alternative tracks.
  package func selectRendition(_ name: String?) {
    let stream = state.withLock { state in
      state.rendition = name
      return state.stream
    }
    stream?.select(name)
    switchTracks()
  }

  /// Switches the alternative tracks of an open file to the chosen one.
  func switchTracks() {
    let (tracks, name) = state.withLock { ($0.info?.tracks.alternatives ?? [], $0.rendition) }
    guard let name else { return }
    for track in tracks { trackMixes.setEnabled(track.name == name, track.trackID) }
  }

  /// Calls the functions that wait for changes.
  func sendSignals() {
    for signal in state.withLock({ $0.signals }) { signal() }
  }
}
