package import AudioProcessing
internal import Synchronization

/// The place of a mixer's input around the head of a listener.
///
/// The responses of the ears replace the levels of panning.
package final class HeadInput: Sendable {
  /// The responses of the ears.
  package enum Kind: UInt8, AtomicRepresentable, Sendable {
    /// No responses: the input has no sound here.
    case none
    /// The responses of a sphere.
    case sphere
    /// Measured responses, or those of a sphere if no measurements are available.
    case measured
  }

  /// The settings, which the voices share.
  final class Settings: Sendable {
    let kind = Atomic<Kind>(.none)
    let x = Atomic<UInt32>(0)
    let y = Atomic<UInt32>(0)
    let z = Atomic<UInt32>(0)
    let level = Atomic<UInt32>(0)
    let mixesDown = Atomic<Bool>(false)
    let volume = Atomic<UInt32>(Float(1).bitPattern)
    let changes = Atomic<Int>(0)
  }

  private struct Voices: Sendable {
    var last: HeadVoice?
    /// The responses of all rates in use.
    var responses: [HeadResponses] = []
  }

  private let settings = Settings()
  private let voices = Mutex(Voices())

  package init() {}

  /// Loads responses, which takes time, before a render thread needs them.
  package func prepare(_ kind: Kind) {
    for responses in voices.withLock({ $0.responses }) { responses.prepare(kind) }
  }

  /// The responses in use.
  package var kind: Kind { settings.kind.load(ordering: .relaxed) }

  /// Places the input.
  ///
  /// - Parameters:
  ///   - kind: The responses, which ``prepare(_:)`` has loaded.
  ///   - direction: The direction from the head.
  ///   - level: The factor of all samples.
  ///   - mixesDown: Whether an input with several channels is mixed to one; otherwise, it has no
  ///     sound here.
  package func place(
    _ kind: Kind, _ direction: SpatialVector, level: Float, mixesDown: Bool
  ) {
    settings.kind.store(kind, ordering: .relaxed)
    settings.x.store(direction.x.bitPattern, ordering: .relaxed)
    settings.y.store(direction.y.bitPattern, ordering: .relaxed)
    settings.z.store(direction.z.bitPattern, ordering: .relaxed)
    settings.level.store(level.bitPattern, ordering: .relaxed)
    settings.mixesDown.store(mixesDown, ordering: .relaxed)
    settings.changes.wrappingAdd(1, ordering: .releasing)
  }

  /// The factor of all samples, in addition to the level of the place.
  var volume: Float {
    get { Float(bitPattern: settings.volume.load(ordering: .relaxed)) }
    set {
      settings.volume.store(newValue.isFinite ? newValue.bitPattern : 0, ordering: .relaxed)
      settings.changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// The voice for two channel counts and a rate; made again only if one of these has changed.
  package func voice(from sourceCount: Int, to targetCount: Int, sampleRate: Double) -> HeadVoice {
    let responses = HeadResponses.at(sampleRate)
    responses.prepare(kind)
    return voices.withLock { voices in
      if let last = voices.last, last.fits(sourceCount, targetCount, responses) { return last }
      let made = HeadVoice(settings, responses, from: sourceCount, to: targetCount)
      voices.last = made
      if !voices.responses.contains(where: { $0 === responses }) {
        voices.responses.append(responses)
      }
      return made
    }
  }
}

/// The responses of ears at a sample rate, which stay loaded.
final class HeadResponses: Sendable {
  private static let all = Mutex<[Double: HeadResponses]>([:])

  let sampleRate: Double
  private let sphere = AtomicLazyReference<HeadFilters>()
  private let measured = AtomicLazyReference<HeadFilters>()

  private init(_ sampleRate: Double) { self.sampleRate = sampleRate }

  /// The responses at a rate.
  static func at(_ sampleRate: Double) -> HeadResponses {
    all.withLock { all in
      if let found = all[sampleRate] { return found }
      let made = HeadResponses(sampleRate)
      all[sampleRate] = made
      return made
    }
  }

  /// Loads responses.
  func prepare(_ kind: HeadInput.Kind) {
    guard kind != .none, self[kind] == nil else { return }
    if kind == .measured, let made = HeadFilters.measured(sampleRate: sampleRate) {
      _ = measured.storeIfNil(made)
    } else {
      let made = HeadFilters.sphere(sampleRate: sampleRate)
      _ = sphere.storeIfNil(made)
      if kind == .measured { _ = measured.storeIfNil(made) }
    }
  }

  /// Loaded responses.
  subscript(kind: HeadInput.Kind) -> HeadFilters? {
    switch kind {
    case .none: nil
    case .sphere: sphere.load()
    case .measured: measured.load()
    }
  }
}
