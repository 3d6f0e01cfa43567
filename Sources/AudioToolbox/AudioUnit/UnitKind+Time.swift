internal import AudioGraph
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The units that change the rate and the pitch.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  static let varispeed = effect(
    kAudioUnitSubType_Varispeed, "AUVarispeed",
    [
      UnitParameter(kVarispeedParam_PlaybackRate, "playback rate", .rate, 0.25...4, 1),
      UnitParameter(kVarispeedParam_PlaybackCents, "playback cents", .cents, -2_400...2_400, 0),
    ], type: kAudioUnitType_FormatConverter
  ) { VarispeedModel() }

  static let timePitch = effect(
    kAudioUnitSubType_TimePitch, "AUTimePitch",
    [
      UnitParameter(kTimePitchParam_Rate, "rate", .rate, 1 / 32...32, 1),
      UnitParameter(kTimePitchParam_Pitch, "pitch", .cents, -2_400...2_400, 0),
    ], type: kAudioUnitType_FormatConverter
  ) { TimePitchModel() }

  static let newTimePitch = effect(
    kAudioUnitSubType_NewTimePitch, "AUNewTimePitch",
    [
      UnitParameter(kNewTimePitchParam_Rate, "rate", .rate, 1 / 32...32, 1),
      UnitParameter(kNewTimePitchParam_Pitch, "pitch", .cents, -2_400...2_400, 0),
      UnitParameter(kNewTimePitchParam_Overlap, "overlap", .generic, 3...32, 8),
      UnitParameter(
        kNewTimePitchParam_EnablePeakLocking, "enable peak locking", .boolean, 0...1, 1),
      UnitParameter(
        kNewTimePitchParam_EnableTransientPreservation, "enable transient preservation", .boolean,
        0...1, 1),
    ], type: kAudioUnitType_FormatConverter
  ) { TimePitchModel() }
}

/// The effects that change the pitch only.
extension UnitKind {
  static let newPitch = effect(
    kAudioUnitSubType_NewTimePitch, "AUNewPitch",
    [
      UnitParameter(kNewTimePitchParam_Pitch, "pitch", .cents, -2_400...2_400, 0),
      UnitParameter(kNewTimePitchParam_Overlap, "overlap", .generic, 3...32, 8),
    ]
  ) { PitchModel() }

  static let pitch = effect(
    kAudioUnitSubType_Pitch, "AUPitch",
    [UnitParameter(kTimePitchParam_Pitch, "pitch", .cents, -2_400...2_400, 0)]
  ) { PitchModel() }
}

/// A change of the pitch.
private final class PitchModel: EffectModel {
  private let stretch = TimeSettings(rates: 1...1)
  private let rate = Atomic<UInt64>(44_100.0.bitPattern)

  var settings: any EffectSettings { stretch }

  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer {
    rate.store(format.sampleRate.bitPattern, ordering: .relaxed)
    return ProcessorRenderer(PitchShifter(stretch, format, mostFrames: mostFrames))
  }

  var latency: Double {
    Double(stretch.delayFrames) / Double(bitPattern: rate.load(ordering: .relaxed))
  }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    if parameter == kNewTimePitchParam_Overlap {
      stretch.overlap = value
    } else {
      stretch.cents = value
    }
  }
}

/// A change of rate and pitch together.
private final class VarispeedModel: EffectModel {
  private let speed = TimeSettings(rates: 0.25...4)

  var settings: any EffectSettings { speed }

  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer {
    TimeRenderer(
      SpeedChanger(speed, format, mostFrames: mostFrames), SpeedChanger.limits, format,
      mostFrames: mostFrames)
  }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    speed.rate = parameter == kVarispeedParam_PlaybackRate ? value : exp2f(value / 1_200)
  }

  func linked(
    _ parameter: AudioUnitParameterID, _ value: Float
  ) -> (AudioUnitParameterID, Float)? {
    parameter == kVarispeedParam_PlaybackRate
      ? (kVarispeedParam_PlaybackCents, 1_200 * log2f(value))
      : (kVarispeedParam_PlaybackRate, exp2f(value / 1_200))
  }
}

/// Changes of rate and pitch that do not depend on each other.
private final class TimePitchModel: EffectModel {
  private let stretch = TimeSettings(rates: 1 / 32...32)

  var settings: any EffectSettings { stretch }

  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer {
    TimeRenderer(
      PitchChanger(stretch, format, mostFrames: mostFrames), PitchChanger.limits, format,
      mostFrames: mostFrames)
  }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    switch parameter {
    case kNewTimePitchParam_Rate: stretch.rate = value
    case kNewTimePitchParam_Pitch: stretch.cents = value
    case kNewTimePitchParam_Overlap: stretch.overlap = value
    default: break
    }
  }
}

/// A renderer whose input advances at another speed than its output.
private final class TimeRenderer: UnitRenderer, @unchecked Sendable {
  // Unchecked: only the thread that renders uses the state.

  private let warp: any TimeWarp
  private let mostFrames: Int
  /// The frames of the input for a slice.
  private let planes: Planes
  private let inputs: [GraphInput]

  init(_ warp: any TimeWarp, _ limits: WarpLimits, _ format: GraphFormat, mostFrames: Int) {
    self.warp = warp
    self.mostFrames = mostFrames
    planes = Planes(
      channelCount: format.channelCount,
      capacity: limits.rate * mostFrames + limits.aheadFrames(format))
    inputs = [GraphInput(bus: 0, planes: planes)]
  }

  var rendersParts: Bool { false }

  func pull(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    let source = warp.inputSlice(for: slice, isFree: true)
    var done = 0
    // In parts, because a source need not provide more frames at once than a slice has.
    while done < source.count {
      let count = min(mostFrames, source.count - done)
      let status = plan.inputs[0].pull(
        GraphSlice(frame: source.frame + done, count: count), call)
      guard status == noErr else { return status }
      planes.fill(at: done, from: plan.inputs[0].buffers.planes, at: 0, count: count)
      done += count
    }
    return noErr
  }

  func render(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    warp.render(slice, from: inputs, to: plan.planes)
    return noErr
  }
}
