internal import CoreAudioTypes
internal import MIDISequencing

/// The text for the state of a sequence or a track: its events, with their beats.
enum SequenceText {
  static func lines(_ sequence: EventSequence) -> [String] {
    let tracks = ([sequence.tempoTrack] + sequence.tracks).map { lines($0, number: $0.number) }
    return ["MusicSequence"] + tracks.flatMap { $0 }.map { "  " + $0 }
  }

  static func lines(_ track: EventTrack, number: Int) -> [String] {
    [number == 0 ? "Tempo Track" : "Track \(number)"]
      + track.list.events.map { "  beat \($0.beat): \(text(of: $0.content))" }
  }

  private static func text(of content: EventContent) -> String {
    switch content {
    case .note(let note):
      "note: channel \(note.channel), key \(note.key), velocity \(note.velocity), "
        + "\(note.duration) beats"
    case .channel(let message):
      "MIDI: \(hexadecimal(message.status)) \(hexadecimal(message.data1)) "
        + hexadecimal(message.data2)
    case .raw(let bytes): "\(bytes.count) bytes"
    case .meta(let event): "meta event \(hexadecimal(event.type)): \(event.bytes.count) bytes"
    case .tempo(let tempo): "tempo: \(tempo)"
    case .extendedNote(let note): "extended note: \(note.duration) beats"
    case .extendedControl: "extended control"
    case .parameter: "parameter"
    case .preset: "preset"
    case .user(let bytes): "user event: \(bytes.count) bytes"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
