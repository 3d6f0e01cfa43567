import Glibc

/// The kind of content in bytes that are not audio.
package enum Content: Sendable {
  case webPage, text, movie, other

  /// Classifies the first bytes of a file.
  package init(_ bytes: some Collection<UInt8>) {
    let start = bytes.prefix(512)
    let text = String(decoding: start, as: UTF8.self).lowercased().drop { $0.isWhitespace }
    if ["<!doctype html", "<html", "<head", "<body"].contains(where: { text.hasPrefix($0) }) {
      self = .webPage
    } else if !start.isEmpty, start.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) {
      self = .text
    } else if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(
      String(decoding: start.dropFirst(4).prefix(4), as: UTF8.self))
    {
      self = .movie
    } else {
      self = .other
    }
  }

  /// The reason why the content cannot be played, if the bytes show it.
  package var failure: ToolFailure? {
    switch self {
    case .webPage: ToolFailure("is a web page, not audio")
    case .text: ToolFailure("is text, not audio")
    case .movie, .other: nil
    }
  }

  /// The reason why a file with this content cannot be played from a pipe.
  package var streamingFailure: ToolFailure {
    self == .movie
      ? ToolFailure(
        "the description of the audio (moov) comes after the audio, "
          + "so this file can be played from a path or a URL, but not from a pipe")
      : ToolFailure("this file type can be played from a path or a URL, but not from a pipe")
  }
}
