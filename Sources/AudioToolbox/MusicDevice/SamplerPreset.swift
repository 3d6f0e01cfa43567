internal import CoreAudioTypes
internal import Foundation
internal import MIDISynthesis

/// A preset file of Apple's sampler: a property list with zones of keys, and their audio files.
///
/// The pitch, the ranges of keys and velocities, and the loop of a zone take effect. Envelopes,
/// filters, and other modulation do not.
///
/// Source: Apple's Technical Note TN2283, "AUSampler - Loading Instruments".
struct SamplerPreset {
  /// The folders below which a sound may be at another place than its path says.
  private static let markers = ["/Sounds/", "/Sampler Files/", "/Apple Loops/"]

  /// The keys of a preset.
  enum Key {
    static let instrument = "Instrument"
    static let layers = "Layers"
    static let zones = "Zones"
    static let files = "file-references"
  }

  /// The settings of a sampler without audio files, which plays sines.
  static var empty: [String: Any] {
    [Key.instrument: [Key.layers: [Any](), "name": "Default Instrument"] as [String: Any]]
  }

  /// The part of the property list that describes the instrument.
  let settings: [String: Any]
  private let zoneLists: [[String: Any]]
  /// The paths of the audio files, by the names of their references.
  private let files: [String: String]

  /// Reads a file.
  ///
  /// - Throws: `kAudio_FileNotFoundError`; `kAudioUnitErr_InvalidFile` if it is not a preset.
  init(_ path: String) throws(StatusError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StatusError(kAudio_FileNotFoundError)
    }
    guard let preset = Self.list(data).flatMap({ SamplerPreset($0) }) else {
      throw StatusError(kAudioUnitErr_InvalidFile)
    }
    self = preset
  }

  /// Reads settings; `nil` if they describe no instrument.
  init?(_ list: [String: Any]) {
    guard let instrument = list[Key.instrument] as? [String: Any],
      let layers = instrument[Key.layers] as? [[String: Any]]
    else { return nil }
    files = list[Key.files] as? [String: String] ?? [:]
    settings = [Key.instrument: instrument, Key.files: files]
    zoneLists = layers.flatMap { $0[Key.zones] as? [[String: Any]] ?? [] }
  }

  /// Reads the description of a setup; `nil` for other setups.
  init?(origin: [UInt8]) {
    guard !origin.isEmpty, let list = Self.list(Data(origin)) else { return nil }
    self.init(list)
  }

  /// Describes audio files by their keys, in ascending order; a key plays the file with the nearest
  /// key.
  init(_ recordings: [(key: Int, path: String)]) {
    files = Dictionary(
      uniqueKeysWithValues: recordings.indices.map {
        (Self.reference(Self.firstWaveform + $0), recordings[$0].path)
      })
    zoneLists = recordings.indices.map { index in
      let key = recordings[index].key
      let low = index == 0 ? 0 : (recordings[index - 1].key + key) / 2 + 1
      let high = index + 1 == recordings.count ? 127 : (key + recordings[index + 1].key) / 2
      return [
        "ID": index, "enabled": true, "waveform": Self.firstWaveform + index, "root key": key,
        "min key": low, "max key": high, "min velocity": 0, "max velocity": 127,
        "loop enabled": false,
      ]
    }
    let layer: [String: Any] = ["ID": 0, Key.zones: zoneLists]
    settings = [
      Key.instrument: [Key.layers: [layer], "name": "Audio Files"] as [String: Any],
      Key.files: files,
    ]
  }

  /// The number of the first audio file, as in Apple's presets.
  private static let firstWaveform = 268_435_457

  private static func reference(_ waveform: Int) -> String { "Sample:\(waveform)" }

  private static func list(_ data: Data) -> [String: Any]? {
    let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    return list as? [String: Any]
  }

  /// Whether the instrument has no zones, and therefore plays sines.
  var isEmpty: Bool { zoneLists.isEmpty }

  /// The setup with the samples of all zones.
  func setup() throws(StatusError) -> SynthesizerSetup {
    var setup = SynthesizerSetup(
      bank: .recordings(try zones()), preset: SoundPreset(bank: 0, program: 0), hasEffects: false)
    let origin = try? PropertyListSerialization.data(
      fromPropertyList: settings, format: .binary, options: 0)
    guard let origin else { throw StatusError(kAudioUnitErr_InvalidFile) }
    setup.origin = [UInt8](origin)
    return setup
  }

  /// The zones with their samples.
  ///
  /// - Throws: `kAudioUnitErr_InvalidFile` without a zone; `kAudio_FileNotFoundError` without an
  ///   audio file; an error of decoding.
  private func zones() throws(StatusError) -> [SampledZone] {
    var known: [String: InstrumentFile] = [:]
    var zones: [SampledZone] = []
    for zone in zoneLists where (zone["enabled"] as? NSNumber)?.boolValue != false {
      let number = (zone["waveform"] as? NSNumber)?.intValue ?? 0
      guard let stated = files[Self.reference(number)] else {
        throw StatusError(kAudioUnitErr_InvalidFile)
      }
      var file = known[stated]
      if file == nil { file = try InstrumentFile(Self.path(stated)) }
      guard let file else { continue }
      known[stated] = file
      zones.append(try Self.zone(zone, file))
    }
    guard !zones.isEmpty else { throw StatusError(kAudioUnitErr_InvalidFile) }
    return zones
  }

  private static func zone(
    _ zone: [String: Any], _ file: InstrumentFile
  ) throws(StatusError) -> SampledZone {
    func integer(_ key: String, _ standard: Int) -> Int {
      (zone[key] as? NSNumber)?.intValue ?? standard
    }
    func range(_ kind: String) -> ClosedRange<Int>? {
      let (low, high) = (integer("min \(kind)", 0), integer("max \(kind)", 127))
      return (0...127).contains(low) && (low...127).contains(max(low, high)) && high >= low
        ? low...high : nil
    }
    let root = integer("root key", 60)
    guard let keys = range("key"), let velocities = range("velocity"), (0...127).contains(root)
    else { throw StatusError(kAudioUnitErr_InvalidFile) }
    let count = file.channels[0].count
    let loop = integer("loop start", 0)..<max(integer("loop end", count), integer("loop start", 0))
    let isLooped = (zone["loop enabled"] as? NSNumber)?.boolValue == true
    guard !isLooped || loop.lowerBound >= 0 && loop.upperBound <= count && !loop.isEmpty else {
      throw StatusError(kAudioUnitErr_InvalidFile)
    }
    var made = SampledZone(
      file.channels, sampleRate: file.sampleRate, rootKey: root, keys: keys,
      loop: isLooped ? loop : nil)
    made.velocities = velocities
    return made
  }

  /// The place of an audio file: its path, or the part from "Sounds" and similar folders on, below
  /// the program's resources and the user's folders.
  static func path(_ stated: String) throws(StatusError) -> String {
    if FileManager.default.isReadableFile(atPath: stated) { return stated }
    let parts = markers.compactMap { marker in
      stated.range(of: marker).map { String(stated[$0.lowerBound...]) }
    }
    let folders: [FileManager.SearchPathDirectory] = [
      .libraryDirectory, .documentDirectory, .downloadsDirectory,
    ]
    let roots =
      [Bundle.main.resourceURL].compactMap { $0 }
      + folders.flatMap { FileManager.default.urls(for: $0, in: .userDomainMask) }
    for root in roots {
      for part in parts {
        let path = root.path + part
        if FileManager.default.isReadableFile(atPath: path) { return path }
      }
    }
    throw StatusError(kAudio_FileNotFoundError)
  }
}
