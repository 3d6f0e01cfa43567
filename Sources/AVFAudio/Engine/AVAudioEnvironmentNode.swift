internal import AudioGraph
internal import AudioProcessing
public import Foundation
internal import Synchronization

/// How the level of a source falls with its distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
  /// (distance / reference) ^ -rolloff.
  case exponential = 1
  /// reference / (reference + rolloff * (distance - reference)).
  case inverse = 2
  /// 1 - rolloff * (distance - reference) / (maximum - reference).
  case linear = 3
}

/// The output of an environment node.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
  /// The route decides.
  case auto = 0
  /// Headphones.
  case headphones = 1
  /// Built-in speakers.
  case builtInSpeakers = 2
  /// External speakers.
  case externalSpeakers = 3
}

/// The law by which the level of a source falls with its distance.
// Unchecked: a lock guards the settings.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
  private let settings: EnvironmentSettings

  init(_ settings: EnvironmentSettings) {
    self.settings = settings
    super.init()
  }

  /// The model; ``AVAudioEnvironmentDistanceAttenuationModel/inverse`` by default.
  open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
    get { .init(rawValue: settings.attenuation.model.rawValue) ?? .inverse }
    set { settings.attenuation.model = .init(rawValue: newValue.rawValue) ?? .inverse }
  }

  /// The distance of full level, in meters; 1 by default.
  open var referenceDistance: Float {
    get { settings.attenuation.reference }
    set { settings.attenuation.reference = Self.limited(newValue) }
  }

  /// The distance beyond which the level stays the same, in meters; 100,000 by default.
  open var maximumDistance: Float {
    get { settings.attenuation.maximum }
    set { settings.attenuation.maximum = Self.limited(newValue) }
  }

  /// How fast the level falls; 1 by default.
  open var rolloffFactor: Float {
    get { settings.attenuation.rolloff }
    set { settings.attenuation.rolloff = Self.limited(newValue) }
  }

  private static func limited(_ value: Float) -> Float {
    value.isFinite ? max(0, min(value, 1e6)) : 1
  }
}

/// The reverb of an environment node.
// Unchecked: the settings are atomic, or guarded by a lock.
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
  private let settings: EnvironmentSettings
  /// A filter of the reverb, which is bypassed by default.
  public let filterParameters: AVAudioUnitEQFilterParameters

  init(_ settings: EnvironmentSettings) {
    self.settings = settings
    filterParameters = AVAudioUnitEQFilterParameters(settings.reverb.filter, 0)
    settings.reverb.reverb.room = AVAudioUnitReverbPreset.mediumHall.room
    super.init()
  }

  /// Whether sources have reverb; `false` by default.
  open var enable: Bool {
    get { settings.isReverbEnabled }
    set { settings.isReverbEnabled = newValue }
  }

  /// The level of the reverb, from -40 to 40 decibels; 0 by default.
  open var level: Float {
    get { 20 * log10(max(settings.reverb.level.value, 1e-9)) }
    set { settings.reverb.level.value = pow(10, max(-40, min(newValue, 40)) / 20) }
  }

  /// Changes the room; ``AVAudioUnitReverbPreset/mediumHall`` by default.
  open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {
    settings.reverb.reverb.room = preset.room
  }
}

/// A mixer whose inputs have a place in space around a listener.
///
/// Sources with one channel are placed. By default, they have equal power on the left and on the
/// right; other algorithms use the responses of a listener's ears. Sources with more channels pass
/// unchanged, unless their mode is ``AVAudio3DMixingSourceMode/pointSource``.
// Unchecked, like its superclass.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  let settings: EnvironmentSettings
  private let output = Mutex(AVAudioEnvironmentOutputType.auto)
  /// The law of the distance.
  public let distanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters
  /// The reverb.
  public let reverbParameters: AVAudioEnvironmentReverbParameters

  /// Makes a node whose listener is at the origin and looks along the negative z-axis.
  public init() {
    let settings = EnvironmentSettings()
    self.settings = settings
    distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters(settings)
    reverbParameters = AVAudioEnvironmentReverbParameters(settings)
    super.init(SpatialMixer.node(settings.reverb, gain: settings.gain))
  }

  /// The number of input buses, which grows with the connections.
  open override var numberOfInputs: Int { max(8, engine?.inputCount(of: self) ?? 0) }

  /// The lowest input bus without a connection.
  open var nextAvailableInputBus: AVAudioNodeBus { engine?.freeInputBus(of: self) ?? 0 }

  /// The volume of the output; 1 by default.
  open var outputVolume: Float {
    get { settings.gain.value }
    set { settings.gain.value = newValue }
  }

  /// The kind of the output; ``AVAudioEnvironmentOutputType/auto`` by default.
  ///
  /// With ``AVAudioEnvironmentOutputType/headphones``, sources whose algorithm is
  /// ``AVAudio3DMixingRenderingAlgorithm/auto`` are placed around a head.
  open var outputType: AVAudioEnvironmentOutputType {
    get { output.withLock { $0 } }
    set {
      output.withLock { $0 = newValue }
      settings.hasHeadphones = newValue == .headphones
    }
  }

  /// The algorithms that the node supports.
  open var applicableRenderingAlgorithms: [NSNumber] {
    let all: [AVAudio3DMixingRenderingAlgorithm] = [
      .equalPowerPanning, .sphericalHead, .stereoPassThrough, .auto,
    ]
    // Measured heads need libmysofa and its file.
    let measured: [AVAudio3DMixingRenderingAlgorithm] =
      HeadFilters.hasMeasurements ? [.HRTF, .HRTFHQ] : []
    return (all + measured).map { NSNumber(value: $0.rawValue) }
  }

  /// Whether the listener follows a head; always `false`, because no device reports movements.
  open var isListenerHeadTrackingEnabled: Bool {
    get { false }
    set {}
  }

  // MARK: The listener

  /// The place of the listener, in meters.
  open var listenerPosition: AVAudio3DPoint {
    get { AVAudio3DPoint(settings.listener.position) }
    set { settings.listener.position = newValue.vector }
  }

  /// The direction of the listener as vectors: forward (0, 0, -1) and up (0, 1, 0) by default.
  open var listenerVectorOrientation: AVAudio3DVectorOrientation {
    get {
      let listener = settings.listener
      return AVAudio3DVectorOrientation(
        forward: AVAudio3DPoint(listener.forward), up: AVAudio3DPoint(listener.up))
    }
    set {
      var listener = settings.listener
      (listener.forward, listener.up) = (newValue.forward.vector, newValue.up.vector)
      settings.listener = listener
    }
  }

  /// The direction of the listener as angles in degrees; 0 by default.
  open var listenerAngularOrientation: AVAudio3DAngularOrientation {
    get {
      let angles = settings.listener.angles
      return AVAudio3DAngularOrientation(yaw: angles.yaw, pitch: angles.pitch, roll: angles.roll)
    }
    set {
      settings.listener.turn(yaw: newValue.yaw, pitch: newValue.pitch, roll: newValue.roll)
    }
  }

  /// Drops the reverb that still sounds.
  open override func reset() { settings.reverb.reverb.reset() }
}

extension AVAudio3DPoint {
  init(_ vector: SpatialVector) { self.init(x: vector.x, y: vector.y, z: vector.z) }

  var vector: SpatialVector { SpatialVector(x, y, z) }
}
