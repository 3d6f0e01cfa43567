import AudioToolbox
import MIDISequencing
import ToolSupport

/// The report of afinfo about one MIDI file.
struct MIDIReport: Report {
  let path: String
  let file: SMFFile
  /// The tempo and the length of all tracks.
  let sequence: EventSequence
  let map: TempoMap
  let tags: [String: String]

  init(path: String) throws(ToolFailure) {
    self.path = path
    let bytes = try LocalFile.allBytes(of: path)
    do throws(SMFError) {
      file = try SMFReader.read(bytes.span)
    } catch {
      throw ToolFailure(Self.text(of: error))
    }
    var sequence = EventSequence()
    sequence.add(file, .asInFile)
    map = sequence.tempoMap()
    self.sequence = sequence
    tags = Self.tags(of: path)
  }

  func draw(_ picture: Picture) throws(ToolFailure) {
    throw ToolFailure("a MIDI file has no samples to draw")
  }

  /// The texts of the file, by the keys of Core Audio's info dictionary.
  private static func tags(of path: String) -> [String: String] {
    var made: MusicSequence?
    guard NewMusicSequence(&made) == noErr, let sequence = made else { return [:] }
    defer { DisposeMusicSequence(sequence) }
    let url = URL(fileURLWithPath: path)
    guard MusicSequenceFileLoad(sequence, url as CFURL, .midiType, []) == noErr else { return [:] }
    var tags = MusicSequenceGetInfoDictionary(sequence) as? [String: String] ?? [:]
    tags[kAFInfoDictionary_ApproximateDurationInSeconds] = nil
    tags[kAFInfoDictionary_Tempo] = nil
    return tags
  }

  private static func text(of error: SMFError) -> String {
    switch error.reason {
    case .empty: "is empty"
    case .unrecognised: "the RIFF file contains no MIDI file"
    case .truncated: "truncated: the MIDI file ends at byte \(error.offset), before its first track"
    case .noData: "the RIFF file has no chunk with a MIDI file"
    }
  }

  // MARK: Values

  /// The end of the longest track, in beats or seconds.
  var length: Double { max(sequence.length, sequence.tempoTrack.length) }
  var seconds: Double { map.seconds(atBeat: length) }
  var eventCounts: [Int] { file.tracks.map(\.events.count) }
  var eventCount: Int { eventCounts.reduce(0, +) }

  /// Changes of the tempo after the start.
  var tempoChangeCount: Int {
    sequence.tempoTrack.list.events.count { $0.content.isTempo && $0.beat > 0 }
  }

  /// The name of a track; `nil` without one.
  func name(of track: SMFTrack) -> String? {
    for case .meta(let meta) in track.events.lazy.map(\.message)
    where meta.type == MetaEvent.trackName {
      return meta.text
    }
    return nil
  }

  // MARK: Faults

  var warning: String? {
    guard let first = file.repairs.first.first else { return nil }
    let count = file.repairs.count
    let faults = count == 1 ? "the file has a fault" : "the file has \(count) faults, the first"
    return "warning: \(faults) at byte \(first.offset): \(first.text)"
  }

  var cutOff: ToolFailure? { file.repairs.cutOff.map { ToolFailure($0) } }
}

extension SMFRepair {
  /// The fault in words.
  var text: String {
    switch fault {
    case .headerLength(let length): "the header has \(length) bytes instead of 6"
    case .format(let format): "format \(format) is unknown"
    case .division: "the header states no time resolution"
    case .trackCount(let stated, let found):
      "the file has \(found) tracks, but the header states \(stated)"
    case .trackLength: "the length of a track is wrong"
    case .missingEndOfTrack: "a track lacks the end-of-track event"
    case .bytesAfterEndOfTrack: "bytes follow the end-of-track event of a track"
    case .truncatedEvent: "an event is truncated"
    case .missingStatus: "data bytes have no status byte"
    case .dataByte(let byte): "a data byte is \(byte), but the maximum is 127"
    case .systemMessage(let status):
      "the system message 0x\(String(status, radix: 16, uppercase: true)) is not allowed in files"
    case .longNumber: "a variable-length number has more than four bytes"
    case .riffLength: "the length of the RIFF file or its data is wrong"
    }
  }
}
