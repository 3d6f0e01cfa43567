internal import AudioPlayback
package import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The devices of the server, or the sound cards without a server.
extension ProcessSession {
  /// Starts to listen and to watch the server, or the cards without a server; repeated calls have
  /// no effect.
  package func begin() {
    listen()
    watch.begin()
  }

  /// The server's last answer, or the cards without a server; `nil` if neither is watched.
  package var snapshot: ServerSnapshot? {
    begin()
    return watch.snapshot
  }

  /// The server's current state, or the cards without a server; `nil` if neither is watched.
  package var freshSnapshot: ServerSnapshot? {
    begin()
    return watch.freshSnapshot
  }

  /// The devices to record from or play on: their names in the environment, and their titles.
  ///
  /// `OPENCOREAUDIO_INPUT` and `OPENCOREAUDIO_DEVICE` take the names. The monitors of a server's
  /// outputs follow its inputs.
  package func deviceNames(isOutput: Bool) -> [(name: String, title: String)] {
    guard let snapshot else { return [] }
    return isOutput ? watch.outputNames(snapshot) : watch.inputNames(snapshot)
  }

  /// Whether a server answers now or has answered before.
  var knowsServer: Bool { watch.knowsServer }

  /// The current route; empty without a server and a card.
  package var route: SessionRoute {
    guard let snapshot else { return SessionRoute() }
    return route(snapshot, setup)
  }

  /// The hardware on the route, from the server's last answer.
  package var hardware: SessionHardware { hardware(snapshot) }

  /// The hardware on the route, after asking the server.
  package var freshHardware: SessionHardware { hardware(freshSnapshot) }

  /// Whether the volume of the recording device can be set; a server sets it, for all programs.
  package var canSetInputVolume: Bool { knowsServer && hardware.recordingDevice != nil }

  /// Sets the volume of the recording device, 0 to 1.
  ///
  /// - Returns: False if the device or a server for it is missing.
  package func setInputVolume(_ volume: Double) -> Bool {
    watch.setInputVolume(volume, of: hardware.recordingDevice)
  }

  /// How much a device buffers ahead, in seconds.
  ///
  /// This is the granted length of the last opened stream, or else the length to request.
  package var bufferSeconds: Double {
    streams.grantedBufferSeconds ?? streams.bufferSeconds ?? PlaybackEngine.deviceSeconds
  }

  private func hardware(_ snapshot: ServerSnapshot?) -> SessionHardware {
    let setup = setup
    let present = snapshot.map { route($0, setup) } ?? SessionRoute()
    return SessionHardware(snapshot, present, preferredRate: setup.sampleRate)
  }

  /// The streams of other programs that can be heard now.
  package var otherStreams: [ServerStreamInfo] { freshSnapshot?.otherStreams ?? [] }

  /// Whether some of the other streams are primary audio.
  package var othersArePrimary: Bool { otherStreams.contains(where: \.isPrimary) }

  /// Whether a call is in progress; false if no server is watched.
  var isCalledNow: Bool {
    guard let snapshot = watch.serverWatch?.refreshed() else { return false }
    return snapshot.otherStreams.contains(where: \.isCall)
  }

  func route(_ snapshot: ServerSnapshot, _ setup: SessionSetup) -> SessionRoute {
    SessionRoute(snapshot, setup, output: streams.output, input: streams.input)
  }
}
