internal import COpenAL.Library
internal import Synchronization

/// The reverb of a context, and the effects of its sources: Apple's Spatial Audio extension.
struct SpatialEffects: Sendable {
  /// The effects of a source; levels are in decibels.
  struct Source: Sendable {
    /// The share of the sound that goes to the reverb, 0 to 1.
    var sendLevel: ALfloat = 0
    /// The damping of the direct sound and of the reverb by an obstacle.
    var occlusion: ALfloat = 0
    /// The damping of the direct sound by an obstacle.
    var obstruction: ALfloat = 0
  }

  private static let all = Mutex<[UInt: SpatialEffects]>([:])
  /// The maximum of `AL_REVERB_LATE_REVERB_GAIN`.
  private static let mostLate: ALfloat = 10

  var isOn = false
  /// The level of the reverb, -40 to 40 decibels; the library limits it to 26.
  var level: ALfloat = 0
  var room: ALint = 0
  var sources: [ALuint: Source] = [:]
  /// The slot of the reverb; 0 until the reverb is first turned on.
  private var slot: ALuint = 0

  /// Calls a function with the effects of the current context.
  ///
  /// - Returns: The result; `nil` if this module did not make the context, or without EFX.
  static func current<Result>(_ body: (inout SpatialEffects) -> Result) -> Result? {
    let context = currentContext
    guard currentDevice != nil, OCAOpenALHasEffects() else { return nil }
    return all.withLock { body(&$0[context, default: SpatialEffects()]) }
  }

  /// Forgets a context, whose slot ends with it.
  static func forget(_ context: UInt) { all.withLock { $0[context] = nil } }

  /// Forgets sources of a context before they are deleted.
  static func forget(_ sources: [ALuint], of context: UInt) {
    all.withLock { all in
      for source in sources { all[context]?.sources[source] = nil }
    }
  }

  // MARK: Effects

  /// Applies the settings of the listener.
  mutating func applyListener() {
    if isOn, slot == 0 { slot = OCAOpenALMakeReverbSlot() }
    guard slot != 0 else { return }
    var sound = Self.rooms[Int(room)]
    let gain = isOn ? Self.factor(level) * 0.5 : 0
    // A slot cannot amplify, so the gains of the effect are raised instead.
    let more = min(max(gain, 1), Self.mostLate / sound.late)
    (sound.reflections, sound.late) = (sound.reflections * more, sound.late * more)
    unsafe OCAOpenALSetReverb(slot, &sound, min(gain, 1))
    for source in sources.keys { apply(to: source) }
  }

  /// Applies the settings of a source.
  mutating func apply(to source: ALuint) {
    guard let values = sources[source] else { return }
    guard alIsSource(source) != 0 else {
      sources[source] = nil
      return
    }
    // An obstacle dampens all frequencies by a third of its level, and high ones by all of it.
    let direct = values.occlusion + values.obstruction
    let wet = isOn ? values.sendLevel : 0
    OCAOpenALSetSourceEffects(
      source, slot,
      OCAOpenALFilter(
        gain: (1 - wet) * Self.factor(direct / 3), highGain: Self.factor(direct * 2 / 3)),
      OCAOpenALFilter(
        gain: wet * Self.factor(values.occlusion / 3),
        highGain: Self.factor(values.occlusion * 2 / 3)))
  }

  private static func factor(_ decibels: ALfloat) -> ALfloat { OCAOpenALFactor(decibels) }

  /// The rooms of `ALC_ASA_REVERB_ROOM_TYPE`: our own, because Apple's are not published.
  static let rooms: [OCAOpenALRoom] = [
    room(decay: 0.4, reflection: 0.003), room(decay: 0.7, reflection: 0.006),
    room(decay: 1.1, reflection: 0.010), room(decay: 1.6, reflection: 0.015),
    room(decay: 2.6, reflection: 0.025), room(decay: 1.4, reflection: 0.001),
    room(decay: 1.3, reflection: 0.008), room(decay: 2.0, reflection: 0.012),
    room(decay: 5.0, reflection: 0.040), room(decay: 1.3, reflection: 0.012),
    room(decay: 1.8, reflection: 0.018), room(decay: 2.0, reflection: 0.020),
    room(decay: 3.2, reflection: 0.030),
  ]

  private static func room(decay: Float, reflection: Float) -> OCAOpenALRoom {
    OCAOpenALRoom(
      density: 1, diffusion: 1, decaySeconds: decay, highRatio: 0.7, reflections: 0.25,
      reflectionSeconds: reflection, late: 1, lateSeconds: reflection * 1.5)
  }
}
