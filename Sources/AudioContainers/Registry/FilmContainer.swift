package import AudioModel

/// A container that may hold moving pictures.
package enum FilmContainer: Sendable, Equatable {
  /// The MP4 family.
  case movie
  /// Another container, which only a library reads.
  case library(LibraryFormat)

  /// The number of bytes that a decision needs.
  package static let byteCount = 512

  /// Returns the container of a file that starts with these bytes, or `nil` if the file cannot hold
  /// moving pictures.
  package static func detect(_ start: Span<UInt8>) -> FilmContainer? {
    guard !start.isEmpty,
      case .confirmed(let signature) = Signature.detect(start, at: 0, isEnd: true)
    else { return nil }
    switch signature {
    case .movie: return .movie
    case .ogg where startsOggFilm(start): return .library(.ogg)
    case .library(let format) where format.mayHoldPictures: return .library(format)
    default: return nil
    }
  }

  /// The starts of the first packets of video streams in Ogg.
  ///
  /// Source: Theora specification, 6.1. The other two starts are those of OGM and of VP8 in Ogg.
  /// Sound has different starts, as in RFC 7845.
  private static let oggPictures: [[UInt8]] = [
    [0x80] + Array("theora".utf8), [0x01] + Array("video".utf8), Array("OVP80".utf8),
  ]

  /// Whether one of the first pages starts a stream of pictures.
  ///
  /// All streams start before the first page with other content. Source: RFC 3533, 4.
  private static func startsOggFilm(_ start: Span<UInt8>) -> Bool {
    start.indices.contains { index in
      oggPictures.contains { name in
        index + name.count <= start.count
          && name.indices.allSatisfy { start[index + $0] == name[$0] }
      }
    }
  }

  /// Whether a file of a type may hold moving pictures; files of sound only have other types.
  package static func mayHold(_ fileType: FourCC) -> Bool {
    switch fileType.description {
    case "mp4f", "MooV", "3gpp", "3gp2": true
    default:
      LibraryFormat.allCases.contains {
        $0 != .ogg && $0.mayHoldPictures && $0.fileType == fileType
      }
    }
  }

  /// The file type of a film in the container.
  package var fileType: FourCC {
    switch self {
    case .movie: FourCC("m", "p", "4", "f")
    case .library(let format): format.fileType
    }
  }

  /// libavformat's name for the container.
  package var name: String {
    switch self {
    case .movie: "mov"
    case .library(let format): format.name
    }
  }
}

extension LibraryFormat {
  /// Whether the format is also that of films.
  fileprivate var mayHoldPictures: Bool {
    switch self {
    case .advancedSystems, .audioVideoInterleave, .flashVideo, .matroska, .ogg, .programStream,
      .realMedia, .transportStream:
      true
    default: false
    }
  }
}
