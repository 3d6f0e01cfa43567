public import AudioToolbox
internal import Foundation
internal import MIDISynthesis

/// An instrument that plays presets of sound banks, or recordings.
///
/// A new sampler plays sines, as on Apple's systems. If loading fails, the former instrument stays.
// Unchecked, like its superclass.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
  /// Makes a sampler.
  public init() {
    super.init(
      audioComponentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0))
  }

  // MARK: Instruments

  /// Loads a preset of a sound bank.
  ///
  /// - Parameters:
  ///   - bankURL: The sound bank: SF2, SF3, or DLS.
  ///   - program: The program, from 0 to 127.
  ///   - bankMSB: The bank: `kAUSampler_DefaultMelodicBankMSB`,
  ///     `kAUSampler_DefaultPercussionBankMSB`, or a bank of the file.
  ///   - bankLSB: The variation, such as `kAUSampler_DefaultBankLSB`.
  /// - Throws: An error if the file is not a sound bank, or does not have the preset.
  open func loadSoundBankInstrument(
    at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8
  ) throws {
    let preset = SoundPreset(bankMSB: bankMSB, bankLSB: bankLSB, program: program)
    try load("loadSoundBankInstrument") { () throws(StatusError) in
      try SamplerInstrument.setup(bank: bankURL as NSURL, preset)
    }
  }

  /// Loads an instrument from one file: the first preset of a sound bank, a preset file of Apple's
  /// sampler (`.aupreset`), or an audio file.
  ///
  /// A preset file plays its audio files at the keys and velocities of its zones, without its
  /// envelopes and filters. Instruments of the EXS24 are not supported.
  ///
  /// - Throws: An error if the file is not an instrument.
  open func loadInstrument(at instrumentURL: URL) throws {
    try load("loadInstrument") { () throws(StatusError) in
      try SamplerInstrument.setup(instrument: instrumentURL as NSURL)
    }
  }

  /// Loads audio files as one instrument.
  ///
  /// The name of a file ends with its note, such as `C4` or `F#3`; 60 is C4. A file without a note
  /// has the pitch of the key 60. A key plays the file with the nearest note.
  ///
  /// - Throws: An error if a file cannot be decoded.
  open func loadAudioFiles(at audioFiles: [URL]) throws {
    try load("loadAudioFiles") { () throws(StatusError) in
      try SamplerInstrument.setup(audioFiles: audioFiles.map { $0 as NSURL })
    }
  }

  private func load(
    _ function: String, _ make: () throws(StatusError) -> SynthesizerSetup
  ) throws {
    do throws(StatusError) {
      let setup = try make()
      guard let synthesizer = instrument?.synthesizer else { throw StatusError(failure) }
      do throws(SynthesisError) {
        try synthesizer.load(setup)
      } catch {
        throw StatusError(error.status)
      }
    } catch {
      throw NSError.audio(error.status, "AVAudioUnitSampler.\(function)")
    }
  }

  // MARK: Settings

  /// The place of all notes, from -100 (left) to 100 (right); 0 by default.
  open var stereoPan: Float {
    get { self[kAUSamplerParam_Pan] * 100 }
    set { self[kAUSamplerParam_Pan] = newValue / 100 }
  }

  /// The gain, from -90 to 12 decibels; 0 by default.
  open var overallGain: Float {
    get { self[kAUSamplerParam_Gain] }
    set { self[kAUSamplerParam_Gain] = newValue }
  }

  /// The earlier name of ``overallGain``.
  @available(*, deprecated, renamed: "overallGain")
  open var masterGain: Float {
    get { overallGain }
    set { overallGain = newValue }
  }

  /// The tuning, from -2,400 to 2,400 cents; 0 by default.
  open var globalTuning: Float {
    get { 100 * self[kAUSamplerParam_CoarseTuning] + self[kAUSamplerParam_FineTuning] }
    set {
      let cents = max(-2_400, min(newValue, 2_400))
      let coarse = (cents / 100).rounded(.towardZero)
      self[kAUSamplerParam_CoarseTuning] = coarse
      self[kAUSamplerParam_FineTuning] = cents - 100 * coarse
    }
  }

  /// A parameter of the unit.
  private subscript(parameter: AudioUnitParameterID) -> Float {
    get { instrument?[parameter] ?? 0 }
    set { instrument?[parameter] = newValue }
  }
}
