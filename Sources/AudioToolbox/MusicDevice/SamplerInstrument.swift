internal import AudioFiles
internal import AudioModel
internal import CoreAudioTypes
package import Foundation
package import MIDISynthesis

/// The sounds of a sampler.
package enum SamplerInstrument {
  /// The setup of a new sampler: a sine, as on Apple's systems.
  package static let initial = SynthesizerSetup(
    bank: .sine, preset: SoundPreset(bank: 0, program: 0), hasEffects: false)

  /// The setup for an instrument.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - type: The kind, such as `kInstrumentType_SF2Preset`.
  ///   - preset: The preset of a bank.
  /// - Returns: The setup.
  /// - Throws: `kAudioUnitErr_InstrumentTypeNotFound` if the kind is unsupported.
  static func setup(
    _ url: NSURL, type: Int, _ preset: SoundPreset
  ) throws(StatusError) -> SynthesizerSetup {
    switch type {
    case kInstrumentType_SF2Preset: try setup(bank: url, preset)
    case kInstrumentType_Audiofile: try setup(audioFiles: [url])
    case kInstrumentType_AUPreset: try setup(presetFile: InstrumentFile.path(url))
    default: throw StatusError(kAudioUnitErr_InstrumentTypeNotFound)
    }
  }

  /// The setup for a preset of a bank.
  package static func setup(
    bank url: NSURL, _ preset: SoundPreset
  ) throws(StatusError) -> SynthesizerSetup {
    let path = try InstrumentFile.path(url)
    return SynthesizerSetup(bank: .file(path), preset: preset, hasEffects: false)
  }

  /// The setup for the only instrument of a file: the first preset of a bank, a preset file of the
  /// sampler, or an audio file.
  ///
  /// - Throws: `kAudioUnitErr_InstrumentTypeNotFound` for other kinds of files.
  package static func setup(
    instrument url: NSURL
  ) throws(StatusError) -> SynthesizerSetup {
    let path = try InstrumentFile.path(url)
    switch (path as NSString).pathExtension.lowercased() {
    case "aupreset": return try setup(presetFile: path)
    case "exs": throw StatusError(kAudioUnitErr_InstrumentTypeNotFound)
    case "sf2", "sf3", "dls":
      var setup = SynthesizerSetup(bank: .file(path), hasEffects: false)
      do throws(SynthesisError) {
        setup.preset = try Synthesizer.presets(setup).first?.preset
      } catch {
        throw StatusError(error.status)
      }
      guard setup.preset != nil else { throw StatusError(kAudioUnitErr_InvalidFile) }
      return setup
    default: return try setup(audioFiles: [url])
    }
  }

  /// The setup for a preset file of the sampler.
  private static func setup(presetFile path: String) throws(StatusError) -> SynthesizerSetup {
    try SamplerPreset(path).setup()
  }

  /// The setup for an instrument of audio files.
  ///
  /// The name of a file ends with its note, such as `C4` or `F#3`; 60 is C4. A file without a note
  /// has the pitch of the key 60. A key plays the file with the nearest note.
  package static func setup(
    audioFiles urls: [NSURL]
  ) throws(StatusError) -> SynthesizerSetup {
    var recordings: [(key: Int, path: String)] = []
    for url in urls {
      let path = try InstrumentFile.path(url)
      recordings.append((NoteName.key(path) ?? 60, path))
    }
    recordings.sort { $0.key < $1.key }
    // One file for each note: a later file replaces an earlier one of the same note.
    let distinct = recordings.indices.filter { index in
      index + 1 == recordings.count || recordings[index + 1].key != recordings[index].key
    }
    return try SamplerPreset(distinct.map { recordings[$0] }).setup()
  }
}

/// The note at the end of a file's name.
enum NoteName {
  private static let naturals: [Character: Int] = [
    "C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11,
  ]

  /// The key of the note, from 0 to 127; `nil` without a note.
  static func key(_ path: String) -> Int? {
    var name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension[...]
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
    guard var octave = Int(String(digits)) else { return nil }
    name = name.dropLast(digits.count)
    if name.last == "-" {
      octave = -octave
      name = name.dropLast()
    }
    var accidental = 0
    if name.last == "#" || name.last == "b", name.dropLast().last.map({ naturals[$0] }) != nil {
      accidental = name.last == "#" ? 1 : -1
      name = name.dropLast()
    }
    guard let letter = name.last, let natural = naturals[letter],
      name.dropLast().last?.isUppercase != true, (-1...9).contains(octave)
    else { return nil }
    let key = (octave + 1) * 12 + natural + accidental
    return (0...127).contains(key) ? key : nil
  }
}
