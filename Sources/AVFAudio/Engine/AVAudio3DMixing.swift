internal import AudioProcessing
public import Foundation

/// How a source is placed in space.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
  /// Levels on the left and on the right, with equal power.
  case equalPowerPanning = 0
  /// The ears of a head that is a sphere: the far ear hears a source later and duller.
  case sphericalHead = 1
  /// The responses of a measured head, read with libmysofa; without libmysofa, as
  /// ``sphericalHead``.
  ///
  /// `OPENCOREAUDIO_HRTF` names another file of measurements (AES69). The first use reads the file,
  /// which takes a few tenths of a second.
  case HRTF = 2
  /// A sound field; plays as ``equalPowerPanning``.
  case soundField = 3
  /// Passes the channels unchanged.
  case stereoPassThrough = 5
  /// The same as ``HRTF``, which already uses complete responses.
  case HRTFHQ = 6
  /// ``HRTF`` if the output of the environment is headphones, otherwise ``equalPowerPanning``.
  case auto = 7
}

/// Which channels of a source are placed in space.
public enum AVAudio3DMixingSourceMode: Int, Sendable {
  /// One channel is placed; more channels pass unchanged.
  case spatializeIfMono = 0
  /// All channels pass unchanged.
  case bypass = 1
  /// All channels are mixed to one, which is placed.
  case pointSource = 2
  /// All channels pass unchanged, because there is no ambience bed.
  case ambienceBed = 3
}

/// How a point source inside the listener's head sounds.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
  /// As one channel.
  case mono = 0
  /// With its channels unchanged.
  case bypass = 1
}

/// The settings of a source at the input of an environment node.
public protocol AVAudio3DMixing: NSObjectProtocol {
  /// How the source is placed; ``AVAudio3DMixingRenderingAlgorithm/equalPowerPanning`` by default.
  var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
  /// Which channels are placed; ``AVAudio3DMixingSourceMode/spatializeIfMono`` by default.
  var sourceMode: AVAudio3DMixingSourceMode { get set }
  /// How a point source inside the head sounds; ``AVAudio3DMixingPointSourceInHeadMode/mono`` by
  /// default.
  var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }
  /// The rate of the source; always 1, because a connection cannot change the rate.
  ///
  /// Use ``AVAudioUnitVarispeed`` to play faster or slower.
  var rate: Float { get set }
  /// The share of the source that goes to the reverb, from 0 to 1; 0 by default.
  var reverbBlend: Float { get set }
  /// How far an obstacle lowers the direct sound, from -100 to 0 decibels; 0 by default.
  ///
  /// All frequencies are lowered by this amount.
  var obstruction: Float { get set }
  /// How far an obstacle lowers the direct sound and its reverb, from -100 to 0 decibels; 0 by
  /// default.
  ///
  /// All frequencies are lowered by this amount.
  var occlusion: Float { get set }
  /// The place in meters; the origin by default.
  var position: AVAudio3DPoint { get set }
}

/// The place of a source, and its settings.
struct SpatialSource: Equatable, Sendable {
  var algorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
  var mode = AVAudio3DMixingSourceMode.spatializeIfMono
  var inHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
  var reverbBlend: Float = 0
  var obstruction: Float = 0
  var occlusion: Float = 0
  var position = AVAudio3DPoint()

  static func limited(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    value.isNaN ? range.upperBound : max(range.lowerBound, min(value, range.upperBound))
  }
}

extension AVAudioMixing where Self: AVAudioNode {
  /// How the source is placed.
  public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
    get { mixing.spatial.algorithm }
    set { mixing.spatial.algorithm = newValue }
  }

  /// Which channels are placed.
  public var sourceMode: AVAudio3DMixingSourceMode {
    get { mixing.spatial.mode }
    set { mixing.spatial.mode = newValue }
  }

  /// How a point source inside the head sounds.
  public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
    get { mixing.spatial.inHeadMode }
    set { mixing.spatial.inHeadMode = newValue }
  }

  /// The share of the source that goes to the reverb, from 0 to 1.
  public var reverbBlend: Float {
    get { mixing.spatial.reverbBlend }
    set { mixing.spatial.reverbBlend = SpatialSource.limited(newValue, 0...1) }
  }

  /// How far an obstacle lowers the direct sound, in decibels.
  public var obstruction: Float {
    get { mixing.spatial.obstruction }
    set { mixing.spatial.obstruction = SpatialSource.limited(newValue, -100...0) }
  }

  /// How far an obstacle lowers the direct sound and its reverb, in decibels.
  public var occlusion: Float {
    get { mixing.spatial.occlusion }
    set { mixing.spatial.occlusion = SpatialSource.limited(newValue, -100...0) }
  }

  /// The place in meters.
  public var position: AVAudio3DPoint {
    get { mixing.spatial.position }
    set { mixing.spatial.position = newValue }
  }

  /// The rate of the source; always 1.
  public var rate: Float {
    get { 1 }
    set {}
  }
}
