import AudioTransport
import Foundation
import ToolSupport
import VideoFrames

/// A picture of a film, as a file.
enum Poster {
  /// The fraction of the film before the picture; the first picture is often black.
  private static let part = 0.1
  private static let quality = 0.9

  /// Writes an upright picture with square pixels, as JPEG if the path has such an extension,
  /// otherwise as PNG.
  static func write(_ film: Film, to path: String) throws(ToolFailure) {
    let bytes: [UInt8]
    do throws(VideoError) {
      bytes = try self.bytes(film, isJPEG: path.lowercased().hasJPEGExtension)
    } catch {
      throw ToolFailure(reason(error))
    }
    let file = try OutputFile(path)
    do {
      try Data(bytes).write(to: file.partURL)
    } catch {
      file.discard()
      throw ToolFailure("\(path): the picture cannot be written")
    }
    try file.keep()
  }

  private static func bytes(_ film: Film, isJPEG: Bool) throws(VideoError) -> [UInt8] {
    var request = ThumbnailRequest(seconds: (film.seconds ?? 0) * part)
    request.tolerance = .infinity
    guard let picture = try film.maker.thumbnail(request) else {
      throw VideoError(.noPictures)
    }
    let format: PictureFile = isJPEG ? .jpeg(quality: quality) : .png
    return try format.bytes(of: picture.pixels)
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
