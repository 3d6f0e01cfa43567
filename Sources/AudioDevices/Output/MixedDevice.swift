package import AudioRealtime
internal import Synchronization

/// A part in a device that players share, to start with other players on the same frame.
package final class MixedDevice: OutputDevice {
  private struct State {
    var mixer: DeviceMixer?
    var voice: MixedVoice?
    var lastPosition = DevicePosition(frames: 0, nanoseconds: 0)
  }

  private let kind: DeviceKind
  private let start: Int
  private let state = Mutex(State())

  /// Makes a part in a device of a kind.
  ///
  /// - Parameters:
  ///   - kind: The device.
  ///   - start: The time of the first frame on the monotonic clock, in nanoseconds.
  package init(_ kind: DeviceKind, start: Int) {
    self.kind = kind
    self.start = start
  }

  /// Opens the shared device; ``stop()`` releases it.
  ///
  /// The parameters count only if the device is not open yet.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate if the device does not report its own, in hertz.
  ///   - bufferSeconds: How far ahead of the loudspeaker the device may buffer, in seconds.
  /// - Returns: The rate of the frames that the device takes, in hertz; any channel count will do.
  /// - Throws: ``DeviceError`` if the device cannot play.
  package func open(sampleRate: Double, bufferSeconds: Double) throws(DeviceError) -> Double {
    let mixer = try DeviceMixer.open(kind, sampleRate: sampleRate, bufferSeconds: bufferSeconds)
    state.withLock { $0.mixer = mixer }
    return mixer.format.sampleRate
  }

  /// Plays a renderer of the rate that ``open(sampleRate:bufferSeconds:)`` returned.
  package func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) {
    guard let mixer = state.withLock({ $0.mixer }), let renderer = renderer as? Renderer else {
      throw .refused
    }
    do throws(DeviceError) {
      let voice = try mixer.join(renderer, at: start, events: events)
      state.withLock { $0.voice = voice }
    } catch {
      stop()
      throw error
    }
  }

  private var playing: (mixer: DeviceMixer, voice: MixedVoice)? {
    state.withLock { state in
      guard let mixer = state.mixer, let voice = state.voice else { return nil }
      return (mixer, voice)
    }
  }

  // Render again the blocks that lack the new frames.
  package func feed() { playing?.mixer.device.revise() }

  package func setPaused(_ isPaused: Bool) {
    guard let (mixer, voice) = playing else { return }
    voice.setHeld(isPaused)
    mixer.device.revise()
  }

  package func revise() { playing?.mixer.device.revise() }

  package var canRevise: Bool { playing?.mixer.device.canRevise ?? false }

  package func stop() {
    _ = position
    let (mixer, voice) = state.withLock { state in
      defer { (state.mixer, state.voice) = (nil, nil) }
      return (state.mixer, state.voice)
    }
    mixer?.leave(voice)
  }

  package func refreshPosition() { playing?.mixer.device.refreshPosition() }

  package var position: DevicePosition {
    guard let (mixer, voice) = playing else { return state.withLock { $0.lastPosition } }
    let mix = mixer.device.position
    let position = DevicePosition(
      frames: voice.playedFrames(ofMix: mix.frames), nanoseconds: mix.nanoseconds)
    return state.withLock { state in
      // The position does not go back when a gap takes frames back.
      if position.frames >= state.lastPosition.frames { state.lastPosition = position }
      return state.lastPosition
    }
  }

  package var hardwareFormat: DeviceFormat? { playing?.mixer.device.hardwareFormat }
}
