internal import AudioContainers
internal import AudioPlayback
internal import AudioToolbox
internal import Foundation

/// The types of media that can be read.
extension AVURLAsset {
  /// The file types that can be read, as far as they have uniform type identifiers.
  public class func audiovisualTypes() -> [AVFileType] {
    ReadableFileTypes.uniformTypeIdentifiers.map { AVFileType($0) } + [.mov]
  }

  /// The MIME types of media that can be read, including playlists of streams.
  public class func audiovisualMIMETypes() -> [String] {
    ReadableFileTypes.mimeTypes + ["video/quicktime"] + HLSPlaylist.mediaTypes
  }

  /// Whether media of a MIME type with the stated codecs can be played.
  ///
  /// - Parameter extendedMIMEType: A MIME type, such as `audio/mp4`, perhaps with the parameter
  ///   `codecs` of RFC 6381. Video codecs are ignored.
  /// - Returns: False if the type is unknown, or an audio codec cannot be decoded.
  public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    let type = ExtendedMIMEType(extendedMIMEType)
    guard audiovisualMIMETypes().contains(type.name) else { return false }
    return type.codecs.map { HLSVariant.canPlay($0, MediaCodecs.canDecode) } ?? true
  }
}

/// A MIME type with its codecs.
///
/// Source: RFC 2045, 5.1; RFC 6381, 3.
struct ExtendedMIMEType: Equatable {
  /// The type and the subtype, in lower case.
  var name: String
  /// The codecs; `nil` if the type does not state them.
  var codecs: [String]?

  /// Parses a type, which may be incomplete.
  init(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    name = (parts.first.map(String.init) ?? "").trimmingCharacters(in: .whitespaces).lowercased()
    guard parts.count > 1 else { return }
    for parameter in Self.parameters(parts[1]) {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2,
        sides[0].trimmingCharacters(in: .whitespaces).lowercased() == "codecs"
      else { continue }
      let value = sides[1].trimmingCharacters(in: Self.spacesAndQuotes)
      codecs = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return
    }
  }

  private static let spacesAndQuotes = CharacterSet(charactersIn: " \t\"")

  /// The parameters, which end at semicolons outside of quotes.
  private static func parameters(_ text: Substring) -> [Substring] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
  }
}
