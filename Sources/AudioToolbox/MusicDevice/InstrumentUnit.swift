internal import AudioGraph
internal import CoreAudioTypes
internal import Foundation
internal import MIDISynthesis
internal import Synchronization

/// A unit that plays MIDI messages with the sounds of a bank.
final class InstrumentUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: all state is constant, atomic, or guarded by a lock.

  let synthesizer: Synthesizer
  /// Whether program changes only load their instruments.
  let isPreloading = Atomic(false)
  /// The number of notes that clients have started.
  private let notes = Atomic<UInt32>(0)
  /// The presets of the current bank, once they are needed.
  private let known = Mutex<(setup: SynthesizerSetup, presets: [NamedPreset])?>(nil)

  init(kind: UnitKind, component: UInt, _ setup: SynthesizerSetup) {
    synthesizer = Synthesizer(setup)
    super.init(kind: kind, component: component)
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    do throws(SynthesisError) {
      return ProcessorRenderer(
        try synthesizer.makeProcessor(UnitFormat.graphFormat(settings.outputs[0].format)))
    } catch {
      throw StatusError(error.initializationStatus)
    }
  }

  /// The sounds of a synthesizer; further channels of a format are silent.
  override var channelInfo: [AUChannelInfo]? {
    [AUChannelInfo(inChannels: 0, outChannels: 1), AUChannelInfo(inChannels: 0, outChannels: 2)]
  }

  override var following: UnitFollowing { .never }

  override func clearSound() { synthesizer.silence() }

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    switch parameter.identifier {
    case kMusicDeviceParam_Tuning: synthesizer.cents = value
    case kMusicDeviceParam_Volume, kAUSamplerParam_Gain:
      synthesizer.gain.value = powf(10, value / 20)
    case kAUSamplerParam_Pan: synthesizer.pan = value
    default:
      synthesizer.cents =
        100 * current(kAUSamplerParam_CoarseTuning) + current(kAUSamplerParam_FineTuning)
    }
  }

  private func current(_ parameter: AudioUnitParameterID) -> Float {
    parameters.index(parameter, kAudioUnitScope_Global).map { parameters[$0, 0] } ?? 0
  }

  // MARK: Sounds

  /// Loads other sounds; if loading fails, the former sounds stay.
  func load(_ setup: SynthesizerSetup) throws(StatusError) {
    do throws(SynthesisError) {
      try synthesizer.load(setup)
    } catch {
      throw StatusError(error.status)
    }
  }

  /// The presets of the current bank.
  func presets() throws(StatusError) -> [NamedPreset] {
    let setup = synthesizer.setup
    if let known = known.withLock({ $0 }), known.setup == setup { return known.presets }
    do throws(SynthesisError) {
      let presets = try Synthesizer.presets(setup)
      known.withLock { $0 = (setup, presets) }
      return presets
    } catch {
      throw StatusError(error.status)
    }
  }

  override var ownProperties: UnitPropertyTable? {
    kind.subType == kAudioUnitSubType_Sampler
      ? InstrumentProperties.sampler : InstrumentProperties.synthesizer
  }

  // MARK: Messages

  override func canDo(_ selector: Int) -> Bool {
    super.canDo(selector)
      || [
        kMusicDeviceMIDIEventSelect, kMusicDeviceSysExSelect, kMusicDevicePrepareInstrumentSelect,
        kMusicDeviceReleaseInstrumentSelect, kMusicDeviceStartNoteSelect,
        kMusicDeviceStopNoteSelect, kMusicDeviceMIDIEventListSelect,
      ].contains(selector)
  }

  override func send(_ message: UnitMessage) throws(StatusError) {
    guard (0x80...0xFF).contains(message.status) else { throw StatusError(kAudio_ParamError) }
    try send(
      SynthesizerMessage(
        UInt8(message.status), UInt8(message.data1 & 0x7F), UInt8(message.data2 & 0x7F),
        at: Int(message.offset)))
  }

  private func send(_ message: SynthesizerMessage) throws(StatusError) {
    if message.status & 0xF0 == 0xC0, isPreloading.load(ordering: .relaxed) {
      do throws(SynthesisError) {
        return try synthesizer.prepare([message])
      } catch {
        throw StatusError(error.status)
      }
    }
    guard synthesizer.send(message) else {
      throw StatusError(kAudioUnitErr_CannotDoInCurrentContext)
    }
  }

  override func send(_ bytes: UnsafePointer<UInt8>, count: Int) throws(StatusError) {
    guard count <= Self.mostBytes else { throw StatusError(kAudio_ParamError) }
    // Safe: the client provides as many bytes as it states.
    let isSent = synthesizer.send(systemExclusive: unsafe Span(_unsafeStart: bytes, count: count))
    guard isSent else { throw StatusError(kAudioUnitErr_CannotDoInCurrentContext) }
  }

  /// The maximum number of bytes of a system-exclusive message.
  private static let mostBytes = 32_768

  // MARK: Notes

  override func startNote(
    _ note: UnitNote, _ parameters: UnsafePointer<MusicDeviceNoteParams>
  ) throws(StatusError) -> NoteInstanceID {
    // Safe: the client provides two arguments if it states so.
    guard note.group < 16 else { throw StatusError(kAudioUnitErr_InvalidElement) }
    guard unsafe parameters.pointee.argCount >= 2 else { throw StatusError(kAudio_ParamError) }
    let (pitch, velocity) = unsafe (parameters.pointee.mPitch, parameters.pointee.mVelocity)
    guard (0..<128).contains(pitch), (0..<128).contains(velocity) else {
      throw StatusError(kAudio_ParamError)
    }
    let key = min(127, pitch.rounded())
    if note.instrument != kMusicNoteEvent_UseGroupInstrument { try select(note) }
    try send(
      SynthesizerMessage(
        0x90 | UInt8(note.group), UInt8(key), UInt8(max(1, velocity.rounded())),
        at: Int(note.offset), cents: (pitch - key) * 100))
    let number = notes.wrappingAdd(1, ordering: .relaxed).newValue
    return (number & 0xF_FFFF) << 11 | note.group << 7 | UInt32(key)
  }

  /// Selects the instrument of a note for the group of the note.
  private func select(_ note: UnitNote) throws(StatusError) {
    try prepare(note.instrument)
    let bytes = InstrumentNumber(note.instrument)
    for message in bytes.messages(note) { try send(message) }
  }

  override func stopNote(_ identifier: NoteInstanceID, _ note: UnitNote) throws(StatusError) {
    guard note.group < 16, identifier >> 7 & 0xF == note.group else {
      throw StatusError(kAudioUnitErr_InvalidElement)
    }
    try send(
      SynthesizerMessage(
        0x80 | UInt8(note.group), UInt8(identifier & 0x7F), 0, at: Int(note.offset)))
  }

  override func prepare(_ instrument: MusicDeviceInstrumentID) throws(StatusError) {
    let preset = InstrumentNumber(instrument).preset
    guard try presets().contains(where: { $0.preset == preset }) else {
      throw StatusError(kAudioUnitErr_IllegalInstrument)
    }
    do throws(SynthesisError) {
      try synthesizer.prepare(preset)
    } catch {
      throw StatusError(kAudioUnitErr_IllegalInstrument)
    }
  }

  override func release(_ instrument: MusicDeviceInstrumentID) throws(StatusError) {
    let preset = InstrumentNumber(instrument).preset
    guard try presets().contains(where: { $0.preset == preset }) else {
      throw StatusError(kAudioUnitErr_IllegalInstrument)
    }
  }
}

/// The number of an instrument: its bank and program.
struct InstrumentNumber {
  private let bankMSB: UInt8
  private let bankLSB: UInt8
  private let program: UInt8

  init(_ number: MusicDeviceInstrumentID) {
    bankMSB = UInt8(truncatingIfNeeded: number >> 16)
    bankLSB = UInt8(truncatingIfNeeded: number >> 8)
    program = UInt8(truncatingIfNeeded: number)
  }

  var preset: SoundPreset {
    SoundPreset(bankMSB: bankMSB, bankLSB: bankLSB, program: program)
  }

  /// The number of a preset.
  static func number(_ preset: SoundPreset) -> MusicDeviceInstrumentID {
    let bank: Int
    switch preset.bank {
    case 128: bank = kAUSampler_DefaultPercussionBankMSB << 8
    case 0..<128: bank = kAUSampler_DefaultMelodicBankMSB << 8 | preset.bank
    default: bank = (preset.bank >> 7) << 8 | preset.bank & 0x7F
    }
    return UInt32(bank << 8 | preset.program)
  }

  /// The messages that select the instrument.
  func messages(_ note: UnitNote) -> [SynthesizerMessage] {
    let (channel, offset) = (UInt8(note.group), Int(note.offset))
    return [
      SynthesizerMessage(0xB0 | channel, 0, bankMSB, at: offset),
      SynthesizerMessage(0xB0 | channel, 32, bankLSB, at: offset),
      SynthesizerMessage(0xC0 | channel, program, at: offset),
    ]
  }
}

extension SynthesisError {
  /// The status of a failed load.
  package var status: OSStatus {
    switch reason {
    case .bankMissing: kAudio_FileNotFoundError
    case .bankInvalid: kAudioUnitErr_InvalidFile
    case .presetMissing: kAudioUnitErr_InvalidPropertyValue
    case .rateUnsupported: kAudioUnitErr_FormatNotSupported
    case .noLibrary, .noBank, .failed: kAudioUnitErr_FailedInitialization
    }
  }

  /// The status of a failed initialization.
  package var initializationStatus: OSStatus {
    if case .rateUnsupported = reason { return kAudioUnitErr_FormatNotSupported }
    return kAudioUnitErr_FailedInitialization
  }
}
