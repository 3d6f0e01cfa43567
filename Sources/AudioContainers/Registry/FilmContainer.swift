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
    case .ogg: return .library(.ogg)
    case .library(let format) where format.mayHoldPictures: return .library(format)
    default: return nil
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
