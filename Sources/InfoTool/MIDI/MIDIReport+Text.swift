import MIDISequencing
import ToolSupport

extension MIDIReport {
  var text: String {
    let unit = file.division.isInSeconds ? "seconds" : "beats"
    var lines = [
      "File:           \(path)",
      "File type ID:   midi",
      "Num Tracks:     \(file.tracks.count)",
      "----",
      "Data format:     Standard MIDI File, format \(file.format.rawValue), \(divisionText)",
      "estimated duration: \(Numbers.fixed(seconds, decimals: 6)) sec",
      "length: \(Numbers.fixed(length, decimals: 3)) \(unit)",
    ]
    if !file.division.isInSeconds {
      let tempo = Numbers.fixed(map.tempo(atBeat: 0), decimals: 3)
      lines.append("tempo: \(tempo) beats per minute, \(Self.count(tempoChangeCount, "change"))")
    }
    lines.append("events: \(eventCount)")
    for (number, track) in file.tracks.enumerated() {
      let name = name(of: track).map { ": " + FormatText.oneLine($0) } ?? ""
      lines.append("track \(number + 1): \(Self.count(track.events.count, "event"))\(name)")
    }
    if !tags.isEmpty {
      lines.append("tags:")
      lines += tags.sorted { $0.key < $1.key }.map {
        "  \($0.key): \(FormatText.oneLine($0.value))"
      }
    }
    return lines.joined(separator: "\n") + "\n----\n"
  }

  private var divisionText: String {
    switch file.division {
    case .ticksPerBeat(let ticks): "\(Self.count(ticks, "tick")) per beat"
    case .frames(let frames, let ticks):
      "\(frames == 29 ? "29.97" : "\(frames)") frames per second, \(Self.count(ticks, "tick")) per frame"
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The report for programs, with the keys that ``InfoOption`` documents.
  var json: JSON {
    .object([
      ("file", .string(path)),
      ("fileType", .string("midi")),
      ("tracks", JSON(file.tracks.count)),
      ("duration", .decimal(seconds)),
      ("cutOff", .bool(cutOff != nil)),
      ("tags", .object(tags.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      ("midi", midiJSON),
    ])
  }

  private var midiJSON: JSON {
    let isInSeconds = file.division.isInSeconds
    return .object([
      ("format", JSON(file.format.rawValue)),
      ("ticksPerBeat", isInSeconds ? .null : .decimal(file.division.ticksPerUnit)),
      ("ticksPerSecond", isInSeconds ? .decimal(file.division.ticksPerUnit) : .null),
      ("beats", isInSeconds ? .null : .decimal(length)),
      ("tempo", isInSeconds ? .null : .decimal(map.tempo(atBeat: 0))),
      ("tempoChanges", JSON(tempoChangeCount)),
      ("events", JSON(eventCount)),
      ("trackEvents", .array(eventCounts.map { JSON($0) })),
      ("repairs", JSON(file.repairs.count)),
    ])
  }
}
