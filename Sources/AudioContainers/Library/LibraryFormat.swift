package import AudioModel

/// A container that a library reads: none of Core Audio's, and found with music and films nevertheless.
///
/// Such files are read at any offset, never pushed.
package enum LibraryFormat: String, CaseIterable, Sendable {
  case advancedSystems
  case audioVideoInterleave
  case flashVideo
  case matroska
  case monkeysAudio
  case programStream
  case realMedia
  case transportStream
  case waveform

  /// libavformat's name of it.
  package var name: String {
    switch self {
    case .advancedSystems: "asf"
    case .audioVideoInterleave: "avi"
    case .flashVideo: "flv"
    case .matroska: "matroska,webm"
    case .monkeysAudio: "ape"
    case .programStream: "mpeg"
    case .realMedia: "rm"
    case .transportStream: "mpegts"
    case .waveform: "wav"
    }
  }

  /// The type of file, for which Core Audio has no name: four characters of our own.
  package var fileType: FourCC {
    switch self {
    case .advancedSystems: FourCC("A", "S", "F", " ")
    case .audioVideoInterleave: FourCC("A", "V", "I", " ")
    case .flashVideo: FourCC("F", "L", "V", " ")
    case .matroska: FourCC("M", "K", "V", " ")
    case .monkeysAudio: FourCC("M", "A", "C", " ")
    case .programStream: FourCC("M", "P", "P", "S")
    case .realMedia: FourCC(".", "R", "M", "F")
    case .transportStream: FourCC("M", "P", "T", "S")
    case .waveform: .wave
    }
  }

  /// The format whose signature stands at `index`; that of a transport stream takes more bytes.
  static func detect(_ bytes: Span<UInt8>, at index: Int) -> LibraryFormat? {
    guard bytes.count - index >= 4 else { return nil }
    switch bytes.bigEndian32(at: index) {
    case 0x3026_B275: return .advancedSystems
    case 0x5249_4646: return bytes.has("AVI ", at: index + 8) ? .audioVideoInterleave : nil
    case 0x464C_5601: return .flashVideo
    case 0x1A45_DFA3: return .matroska
    case 0x4D41_4320: return .monkeysAudio
    case 0x0000_01BA: return .programStream
    case 0x2E52_4D46, 0x2E72_61FD: return .realMedia
    default: return nil
    }
  }
}
