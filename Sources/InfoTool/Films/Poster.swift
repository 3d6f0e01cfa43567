import AudioTransport
import Foundation
import ToolSupport
import VideoFrames

/// A picture of a film, as a file.
enum Poster {
  /// The fractions of the film before the pictures to try: the first picture is often black.
  private static let parts = [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7]
  private static let quality = 0.9

  /// Writes an upright picture with square pixels, as JPEG if the path has such an extension,
  /// otherwise as PNG.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - seconds: The time of the picture, or `nil` for the first one of several times that is not
  ///     black.
  ///   - path: The path of the file.
  /// - Throws: ``ToolFailure`` if the film has no such picture, or the file cannot be written.
  static func write(
    _ film: Film, atSeconds seconds: Double?, to path: String
  ) throws(ToolFailure) {
    let bytes: [UInt8]?
    do throws(VideoError) {
      let format: PictureFile =
        path.lowercased().hasJPEGExtension ? .jpeg(quality: quality) : .png
      bytes = try picture(film, seconds).map { (pixels) throws(VideoError) in
        try format.bytes(of: pixels)
      }
    } catch {
      throw ToolFailure(reason(error))
    }
    guard let bytes else { throw ToolFailure("the film shows no picture at --poster-time") }
    let file = try OutputFile(path)
    do {
      try Data(bytes).write(to: file.partURL)
    } catch {
      file.discard()
      throw ToolFailure("\(path): the picture cannot be written")
    }
    try file.keep()
  }

  /// The picture at a time, or the first one of several that is not black; `nil` if the film shows
  /// none at that time.
  private static func picture(
    _ film: Film, _ seconds: Double?
  ) throws(VideoError) -> PixelMemory? {
    if let seconds {
      return try film.maker.thumbnail(ThumbnailRequest(seconds: seconds))?.pixels
    }
    var first: PixelMemory?
    for part in parts {
      var request = ThumbnailRequest(seconds: (film.seconds ?? 0) * part)
      request.tolerance = .infinity
      guard let pixels = try film.maker.thumbnail(request)?.pixels else { break }
      if !pixels.isBlack { return pixels }
      first = first ?? pixels
    }
    guard let first else { throw VideoError(.noPictures) }
    return first
  }

  private static func reason(_ error: VideoError) -> String {
    switch error.reason {
    case .noLibrary: "a library that decodes the pictures of the film is not installed"
    case .noPictures, .noDisplay: "has no pictures that can be decoded"
    case .malformed: "the pictures of the film are damaged"
    case .outOfMemory: "not enough memory for the pictures of the film"
    case .transport(let error): ToolFailure(error).reason
    }
  }
}

extension String {
  fileprivate var hasJPEGExtension: Bool { hasSuffix(".jpg") || hasSuffix(".jpeg") }
}

extension PixelMemory {
  /// Whether hardly any pixel of a picture in the format `bgra` is brighter than black.
  fileprivate var isBlack: Bool {
    let (limit, step, share) = (40, 16, 200)
    let bytes = bytes
    var (count, brightCount) = (0, 0)
    for offset in stride(from: 0, to: bytes.count - 3, by: 4 * step) {
      count += 1
      if bytes[offset..<offset + 3].contains(where: { $0 > limit }) { brightCount += 1 }
    }
    return brightCount * share < count
  }
}
