package import AudioModel

/// A container that a library reads: none of Core Audio's, and found with music and films nevertheless.
///
/// Such files are read at any offset, never pushed.
package enum LibraryFormat: String, CaseIterable, Sendable {
  case advancedSystems
  case audioVideoInterleave
  case creativeVoice
  case digitalTheater
  case flashVideo
  case interchange
  case ircam
  case matroska
  case monkeysAudio
  case ogg
  case programStream
  case realMedia
  case sphere
  case transportStream
  case trueAudio
  case trueHD
  case waveform
  case wavPack

  /// libavformat's name of it.
  package var name: String {
    switch self {
    case .advancedSystems: "asf"
    case .audioVideoInterleave: "avi"
    case .creativeVoice: "voc"
    case .digitalTheater: "dts"
    case .flashVideo: "flv"
    case .interchange: "iff"
    case .ircam: "ircam"
    case .matroska: "matroska,webm"
    case .monkeysAudio: "ape"
    case .ogg: "ogg"
    case .programStream: "mpeg"
    case .realMedia: "rm"
    case .sphere: "nistsphere"
    case .transportStream: "mpegts"
    case .trueAudio: "tta"
    case .trueHD: "truehd"
    case .waveform: "wav"
    case .wavPack: "wv"
    }
  }

  /// The type of file, for which Core Audio has no name: four characters of our own.
  package var fileType: FourCC {
    switch self {
    case .advancedSystems: FourCC("A", "S", "F", " ")
    case .audioVideoInterleave: FourCC("A", "V", "I", " ")
    case .creativeVoice: FourCC("V", "O", "C", " ")
    case .digitalTheater: FourCC("D", "T", "S", " ")
    case .flashVideo: FourCC("F", "L", "V", " ")
    case .interchange: FourCC("8", "S", "V", "X")
    case .ircam: FourCC("I", "R", "C", "A")
    case .matroska: FourCC("M", "K", "V", " ")
    case .monkeysAudio: FourCC("M", "A", "C", " ")
    case .ogg: .ogg
    case .programStream: FourCC("M", "P", "P", "S")
    case .realMedia: FourCC(".", "R", "M", "F")
    case .sphere: FourCC("N", "I", "S", "T")
    case .transportStream: FourCC("M", "P", "T", "S")
    case .trueAudio: FourCC("T", "T", "A", "1")
    case .trueHD: FourCC("T", "H", "D", " ")
    case .waveform: .wave
    case .wavPack: FourCC("w", "v", "p", "k")
    }
  }
}
