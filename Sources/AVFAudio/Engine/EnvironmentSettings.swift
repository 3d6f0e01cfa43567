internal import AudioGraph
internal import AudioProcessing
internal import Foundation
internal import Synchronization

/// A connection to an environment node: the source, and the levels that follow from its place.
final class SpatialLink: Sendable {
  /// The levels of the direct sound, and those of its reverb.
  let direct: MixInput
  private let environment: EnvironmentSettings?
  private let state: Mutex<SpatialSource>

  init(_ direct: MixInput, _ source: SpatialSource, _ environment: EnvironmentSettings?) {
    self.direct = direct
    self.environment = environment
    state = Mutex(source)
    environment?.add(self)
  }

  var source: SpatialSource {
    get { state.withLock { $0 } }
    set {
      state.withLock { $0 = newValue }
      environment?.update(self)
    }
  }

  func end() { environment?.remove(self) }
}

/// The listener of an environment node, the law of the distance, and the sources.
final class EnvironmentSettings: Sendable {
  private struct State {
    var listener = SpatialListener()
    var attenuation = DistanceAttenuation()
    var hasHeadphones = false
    var links: [SpatialLink] = []
  }

  let reverb = SpatialReverb()
  let gain = GainRamp()
  private let state = Mutex(State())

  var listener: SpatialListener {
    get { state.withLock { $0.listener } }
    set {
      state.withLock { $0.listener = newValue }
      updateAll()
    }
  }

  var attenuation: DistanceAttenuation {
    get { state.withLock { $0.attenuation } }
    set {
      state.withLock { $0.attenuation = newValue }
      updateAll()
    }
  }

  /// Whether the output is headphones, for which the automatic algorithm uses a head.
  var hasHeadphones: Bool {
    get { state.withLock { $0.hasHeadphones } }
    set {
      state.withLock { $0.hasHeadphones = newValue }
      updateAll()
    }
  }

  var isReverbEnabled: Bool {
    get { reverb.isEnabled }
    set {
      reverb.isEnabled = newValue
      updateAll()
    }
  }

  func add(_ link: SpatialLink) {
    state.withLock { $0.links.append(link) }
    update(link)
  }

  func remove(_ link: SpatialLink) { state.withLock { $0.links.removeAll { $0 === link } } }

  private func updateAll() {
    for link in state.withLock({ $0.links }) { update(link) }
  }

  /// Computes the levels of a connection.
  func update(_ link: SpatialLink) {
    // Load the responses of a head before taking the lock, because loading takes time.
    link.direct.head?.prepare(headKind(link.source.algorithm, hasHeadphones))
    // The lock keeps an older result from replacing a newer one.
    state.withLock { state in
      let source = link.source
      let isPlaced =
        source.algorithm != .stereoPassThrough && source.mode != .bypass
        && source.mode != .ambienceBed
      guard isPlaced else {
        link.direct.place = nil
        link.direct.head?.place(.none, [0, 0, -1], level: 0, mixesDown: false)
        link.direct.send?.place = MixPlace(left: 0, right: 0, mixesDown: false)
        return
      }
      let place = SpatialVector(source.position.x, source.position.y, source.position.z)
      let level = state.attenuation.level(at: state.listener.distance(to: place))
      let sides = state.listener.levels(of: place)
      let blend = reverb.isEnabled ? source.reverbBlend : 0
      let occlusion = pow(10, source.occlusion / 20)
      let direct = level * occlusion * pow(10, source.obstruction / 20) * (1 - blend)
      let mixesDown = source.mode == .pointSource
      let kind = headKind(source.algorithm, state.hasHeadphones)
      link.direct.head?.place(
        kind, state.listener.direction(of: place), level: direct, mixesDown: mixesDown)
      let panned = kind == .none ? direct : 0
      link.direct.place = MixPlace(
        left: sides.left * panned, right: sides.right * panned, mixesDown: mixesDown)
      let sent = level * occlusion * blend * Float(0.5).squareRoot()
      link.direct.send?.place = MixPlace(left: sent, right: sent, mixesDown: mixesDown)
    }
  }

  /// The responses of the ears that an algorithm uses.
  private func headKind(
    _ algorithm: AVAudio3DMixingRenderingAlgorithm, _ hasHeadphones: Bool
  ) -> HeadInput.Kind {
    switch algorithm {
    case .sphericalHead: .sphere
    case .HRTF, .HRTFHQ: .measured
    case .auto: hasHeadphones ? .measured : .none
    case .equalPowerPanning, .soundField, .stereoPassThrough: .none
    }
  }
}
