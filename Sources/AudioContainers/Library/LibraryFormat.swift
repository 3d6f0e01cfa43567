package import AudioModel

/// A container that a library reads: usually one that Core Audio does not know, but that is common
/// for music and films.
///
/// The library reads such files at arbitrary offsets, so they cannot be pushed.
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

  /// libavformat's name for the container.
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

  /// The file type: four characters of our own if Core Audio has no name for it.
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
