public import CoreAudioTypes
public import Foundation
internal import MIDISequencing

/// Gets information about a sequence.
///
/// - Parameter inSequence: The sequence.
/// - Returns: Strings, with the keys `kAFInfoDictionary_…`. The title, the copyright, and other
///   texts come from the tempo track or the first track. The other values are the tempo and the
///   signatures at the start, and the length in seconds. The dictionary is empty if the sequence
///   does not exist.
public func MusicSequenceGetInfoDictionary(_ inSequence: MusicSequence) -> CFDictionary {
  let information = (try? unsafe SequenceObject.find(inSequence))?.information ?? [:]
  return NSDictionary(dictionary: information)
}

/// The C entry point, which makes a `CFDictionaryRef`.
@c(MusicSequenceGetInfoDictionary)
package func MusicSequenceGetInfoDictionaryForC(
  _ inSequence: MusicSequence?
) -> UnsafeRawPointer? {
  guard let inSequence = unsafe inSequence else { return nil }
  let dictionary = unsafe CoreFoundationCopy.make(MusicSequenceGetInfoDictionary(inSequence))
  // Safe: the client releases the dictionary.
  return unsafe UnsafeRawPointer(Unmanaged.passRetained(dictionary).toOpaque())
}

extension SequenceObject {
  /// Information about the sequence, with the keys of audio files.
  var information: [String: String] {
    read { sequence in
      var values: [String: String] = [:]
      let tracks = [sequence.tempoTrack] + sequence.tracks.prefix(1)
      for event in tracks.flatMap(\.list.events) {
        guard case .meta(let meta) = event.content, let (key, text) = meta.information else {
          continue
        }
        if values[key] == nil { values[key] = text }
      }
      let map = sequence.tempoMap()
      if sequence.unit == .beats {
        values[kAFInfoDictionary_Tempo] = Self.text(map.tempo(atBeat: 0))
      }
      values[kAFInfoDictionary_ApproximateDurationInSeconds] = Self.text(
        map.seconds(atBeat: sequence.length))
      return values
    }
  }

  /// A number with at most three decimals.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? String(Int(rounded)) : String(rounded)
  }
}

extension MetaEvent {
  /// The key and the value in an info dictionary, or `nil` for other events.
  fileprivate var information: (key: String, text: String)? {
    switch type {
    case Self.text: (kAFInfoDictionary_Comments, text)
    case Self.copyright: (kAFInfoDictionary_Copyright, text)
    case Self.trackName: (kAFInfoDictionary_Title, text)
    case Self.timeSignature:
      bytes.count >= 2 && bytes[1] < 16
        ? (kAFInfoDictionary_TimeSignature, "\(bytes[0])/\(1 << Int(bytes[1]))") : nil
    case Self.keySignature: keyName.map { (kAFInfoDictionary_KeySignature, $0) }
    default: nil
    }
  }

  /// The name of a key in ASCII, such as `Bb minor`; `nil` if the event is invalid.
  private var keyName: String? {
    guard bytes.count >= 2, (-7...7).contains(Int8(bitPattern: bytes[0])), bytes[1] < 2 else {
      return nil
    }
    let names = [
      "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "G#", "D#",
      "A#",
    ]
    let major = 7 + Int(Int8(bitPattern: bytes[0]))
    return bytes[1] == 0 ? names[major] + " major" : names[major + 3] + " minor"
  }
}
