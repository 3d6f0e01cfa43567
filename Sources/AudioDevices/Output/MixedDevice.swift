package import AudioRealtime
internal import Synchronization

/// A part in a device that players share, to start with others at one frame.
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
  ///   - start: The moment of the monotonic clock at which the first frame is due, in nanoseconds.
  package init(_ kind: DeviceKind, start: Int) {
    self.kind = kind
    self.start = start
  }

  /// Opens the device that is shared, which ``stop()`` lets go of.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate that it is to have where nobody has opened it and it does not tell its own.
  ///   - bufferSeconds: How much it may take ahead of the loudspeaker where nobody has opened it.
  /// - Returns: The rate at which it wants frames, in hertz; it takes any number of channels.
  /// - Throws: ``DeviceError`` where it does not play.
  package func open(sampleRate: Double, bufferSeconds: Double) throws(DeviceError) -> Double {
    let mixer = try DeviceMixer.open(kind, sampleRate: sampleRate, bufferSeconds: bufferSeconds)
    state.withLock { $0.mixer = mixer }
    return mixer.format.sampleRate
  }

  /// Plays a renderer of the rate that ``open(sampleRate:bufferSeconds:)`` has told.
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

  // What has been rendered without these frames is rendered again.
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
      frames: voice.heardFrames(ofMix: mix.frames), nanoseconds: mix.nanoseconds)
    return state.withLock { state in
      // Frames that are taken back in a gap do not turn the clock back.
      if position.frames >= state.lastPosition.frames { state.lastPosition = position }
      return state.lastPosition
    }
  }

  package var hardwareFormat: DeviceFormat? { playing?.mixer.device.hardwareFormat }
}
