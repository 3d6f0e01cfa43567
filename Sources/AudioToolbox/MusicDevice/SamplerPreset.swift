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
    let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    guard let preset = list as? [String: Any],
      let instrument = preset["Instrument"] as? [String: Any],
      let layers = instrument["Layers"] as? [[String: Any]]
    else { throw StatusError(kAudioUnitErr_InvalidFile) }
    files = preset["file-references"] as? [String: String] ?? [:]
    zoneLists = layers.flatMap { $0["Zones"] as? [[String: Any]] ?? [] }
  }

  /// The zones with their samples.
  ///
  /// - Throws: `kAudioUnitErr_InvalidFile` without a zone; `kAudio_FileNotFoundError` without an
  ///   audio file; an error of decoding.
  func zones() throws(StatusError) -> [SampledZone] {
    var known: [String: InstrumentFile] = [:]
    var zones: [SampledZone] = []
    for zone in zoneLists where (zone["enabled"] as? NSNumber)?.boolValue != false {
      let number = (zone["waveform"] as? NSNumber)?.intValue ?? 0
      guard let stated = files["Sample:\(number)"] else {
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
  private static func path(_ stated: String) throws(StatusError) -> String {
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
