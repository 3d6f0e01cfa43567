#if LibAV && Video
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// Films whose edges are not shown.
  @Suite struct CleanApertureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a film that is white in 64 columns from column 20 and 48 rows from row 4, and black
    /// around them.
    private func film(aspect: Int = 1) throws -> URL {
      let file = folder.url("whole.mp4")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
          "color=black:s=96x64:r=25:d=1,drawbox=20:4:64:48:white:fill,setsar=\(aspect)",
          "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0", "-y", file.path,
        ])
      return file
    }

    private func clipped(
      _ film: URL, numbers: [Int32] = [128, 2, 48, 1, 4, 1, -4, 1]
    ) throws -> URL {
      let copy = folder.url("clipped.mp4")
      try ClippedMovie.make(of: film, numbers: numbers, at: copy)
      return copy
    }

    private func whiteShare(_ buffer: CVPixelBuffer) throws -> Double {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let start = try #require(CVPixelBufferGetBaseAddress(buffer))
      let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
      var count = 0
      for index in 0..<width * height {
        let offset = index / width * CVPixelBufferGetBytesPerRow(buffer) + index % width * 4
        if start.load(fromByteOffset: offset, as: UInt8.self) > 240 { count += 1 }
      }
      return Double(count) / Double(width * height)
    }

    @Test("the natural size is that of the part, in square pixels")
    func naturalSize() throws {
      let asset = AVURLAsset(url: try clipped(film(aspect: 2)))
      let track = try #require(asset.tracks(withMediaType: .video).first)
      #expect(track.naturalSize == CGSize(width: 128, height: 48))
      let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
      #expect(format.dimensions == CMVideoDimensions(width: 96, height: 64))
      #expect(format.presentationDimensions() == CGSize(width: 128, height: 48))
      #expect(
        format.presentationDimensions(useCleanAperture: false) == CGSize(width: 192, height: 64))
      #expect(
        format.presentationDimensions(usePixelAspectRatio: false) == CGSize(width: 64, height: 48))
      #expect(
        format.cleanAperture(originIsAtTopLeft: true)
          == CGRect(x: 20, y: 4, width: 64, height: 48))
      #expect(
        CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: false)
          == CGRect(x: 20, y: 12, width: 64, height: 48))
    }

    @Test(
      "an impossible part has no effect",
      arguments: [
        [0, 1, 48, 1, 0, 1, 0, 1], [64, 0, 48, 1, 0, 1, 0, 1], [64, 1, -48, 1, 0, 1, 0, 1],
        [64, 1, 48, 1, 500, 1, 0, 1], [64, 1, 48, 1, 0, 0, 0, 1],
      ])
    func impossible(numbers: [Int32]) throws {
      let url = try clipped(film(), numbers: numbers)
      let asset = AVURLAsset(url: url)
      guard let track = asset.tracks(withMediaType: .video).first else {
        // FFmpeg 7.1 refuses such a film.
        let probe = try ChildProcess("ffprobe", ["-v", "error", url.path])
        #expect(probe.wait() != .exit(0))
        return
      }
      #expect(track.naturalSize == CGSize(width: 96, height: 64))
      let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
      #expect(format.presentationDimensions() == CGSize(width: 96, height: 64))
      let image = try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
      #expect(image.width == 96 && image.height == 64)
    }

    @Test("images show the part, unless the whole picture is wanted")
    func images() throws {
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try clipped(film())))
      let part = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(part.width == 64 && part.height == 48)
      #expect(try whiteShare(part.openCoreAudioPixelBuffer) == 1)
      generator.apertureMode = .productionAperture
      let whole = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(whole.width == 96 && whole.height == 64)
      #expect(try whiteShare(whole.openCoreAudioPixelBuffer) == 0.5)
    }

    @Test("a turned film is turned after its edges are cut off")
    func turned() throws {
      let asset = AVURLAsset(url: try TestFilm.turn(clipped(film()), in: folder))
      let generator = AVAssetImageGenerator(asset: asset)
      generator.appliesPreferredTrackTransform = true
      let part = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(part.width == 48 && part.height == 64)
      #expect(try whiteShare(part.openCoreAudioPixelBuffer) == 1)
    }

    @Test("a layer shows the part")
    func layers() throws {
      let player = AVPlayer(url: try clipped(film()))
      let layer = AVPlayerLayer(player: player)
      layer.bounds = CGRect(x: 0, y: 0, width: 128, height: 96)
      try waitUntil("the layer is ready") { layer.isReadyForDisplay }
      #expect(layer.videoRect == layer.bounds)
      let buffer = try #require(layer.openCoreAudioPixelBuffer(width: 128, height: 96))
      #expect(try whiteShare(buffer) == 1)
      player.currentItem?.videoApertureMode = .productionAperture
      #expect(layer.videoRect.width == 128 && abs(layer.videoRect.height - 256.0 / 3) < 1e-9)
      let whole = try #require(layer.openCoreAudioPixelBuffer(width: 96, height: 64))
      #expect(try whiteShare(whole) == 0.5)
      let stored = try #require(layer.displayedPixelBuffer())
      #expect(CVPixelBufferGetWidth(stored) == 96 && CVPixelBufferGetHeight(stored) == 64)
    }
  }
#endif
