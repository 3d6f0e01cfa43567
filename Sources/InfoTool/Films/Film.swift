import AudioTransport
import ToolSupport
import VideoFrames

/// The moving pictures of a file.
struct Film {
  /// The limit of tracks to describe.
  private static let mostTracks = 16

  let path: String
  let tracks: [VideoTrack]
  /// Makes pictures of the first track.
  let maker: ThumbnailMaker

  /// Reads the tracks; returns `nil` for a file without moving pictures that can be decoded.
  ///
  /// A file that cannot be a film loads no library.
  init?(path: String) {
    #if LibAV && Video
      guard let maker = try? ThumbnailMaker(FileByteSource(path: path)) else { return nil }
      let first = maker.track
      let numbers = first.trackCount > 1 ? 0..<min(first.trackCount, Self.mostTracks) : 0..<0
      let all = numbers.compactMap { number in
        try? VideoReader(FileByteSource(path: path), track: number).track
      }
      (self.path, self.maker) = (path, maker)
      tracks = all.isEmpty ? [first] : all
    #else
      return nil
    #endif
  }

  /// The seconds of the file, if it states them.
  var seconds: Double? { tracks.first?.fileSeconds }

  // MARK: Reports

  /// The lines of the text.
  var lines: [String] {
    tracks.enumerated().flatMap { index, track in
      let size = "\(track.width) x \(track.height) pixels"
      let rate = track.frameRate.map { ", \(Numbers.fixed($0.value, decimals: 3)) pictures/s" }
      let aspect = track.pixelAspect
      let isSquare = aspect.numerator == aspect.denominator
      var lines = ["video track \(index + 1): '\(track.codec)' \(size)\(rate ?? "")"]
      if let part = track.visiblePart {
        lines.append(
          "  shown part: \(part.width) x \(part.height) pixels from column \(part.x), row \(part.y)"
        )
      }
      if !isSquare { lines.append("  pixel aspect: \(aspect.numerator):\(aspect.denominator)") }
      if track.rotation != 0 { lines.append("  rotation: \(track.rotation) degrees") }
      if track.transform.isReflected { lines.append("  mirrored") }
      if let seconds = track.statedSeconds {
        lines.append("  duration: \(Numbers.fixed(seconds, decimals: 6)) sec")
      }
      if let rate = track.bitRate { lines.append("  bit rate: \(rate) bits per second") }
      return lines
    }
  }

  var json: JSON {
    .array(
      tracks.map { track in
        .object([
          ("codec", .string("\(track.codec)")),
          ("width", JSON(track.width)),
          ("height", JSON(track.height)),
          (
            "cleanAperture",
            track.visiblePart.map { part in
              .array([part.x, part.y, part.width, part.height].map { JSON($0) })
            } ?? .null
          ),
          ("pixelAspect", .decimal(track.pixelAspect.value)),
          ("rotation", JSON(track.rotation)),
          ("mirrored", .bool(track.transform.isReflected)),
          ("frameRate", track.frameRate.map { .decimal($0.value) } ?? .null),
          ("duration", track.statedSeconds.map { .decimal($0) } ?? .null),
          ("bitRate", JSON(track.bitRate)),
        ])
      })
  }
}

extension VideoTrack {
  /// The clockwise rotation for display, in degrees.
  fileprivate var rotation: Int { transform.quarterTurns * 90 }

  /// The part of a frame that is shown; `nil` for all of it.
  fileprivate var visiblePart: PixelRectangle? {
    let area = visibleArea
    return (area.width, area.height) == (width, height) ? nil : area
  }
}
