#if LibAV && Video
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @Suite struct ImageGeneratorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func time(_ seconds: Double) -> CMTime {
      CMTime(seconds: seconds, preferredTimescale: 600)
    }

    private func exact(_ url: URL) -> AVAssetImageGenerator {
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      return generator
    }

    /// The blue, green and red of a pixel.
    private func colour(_ image: CGImage, x: Int, y: Int) throws -> [Int] {
      let buffer = image.openCoreAudioPixelBuffer
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let start = try #require(CVPixelBufferGetBaseAddress(buffer))
      let offset = y * image.bytesPerRow + 4 * x
      return (0..<3).map { Int(start.load(fromByteOffset: offset + $0, as: UInt8.self)) }
    }

    /// The red, green and blue of all pixels of a picture file, by FFmpeg.
    private func decoded(_ data: Data) throws -> [UInt8] {
      let file = folder.url("picture")
      try data.write(to: file)
      return Array(
        try Tool.run(
          "ffmpeg",
          [
            "-nostdin", "-loglevel", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt",
            "rgb24", "-",
          ]))
    }

    /// The red, green and blue of all pixels of an image.
    private func pixels(_ image: CGImage) throws -> [UInt8] {
      var all: [UInt8] = []
      for y in 0..<image.height {
        for x in 0..<image.width {
          all += try colour(image, x: x, y: y).reversed().map { UInt8($0) }
        }
      }
      return all
    }

    // MARK: Times

    @Test("without tolerance, the picture is the one that is shown at the time")
    func isExact() throws {
      let generator = exact(try TestFilm.make(in: folder))
      for frame in [0, 7, 30, 49, 3] {
        var actual = CMTime.invalid
        let image = try generator.copyCGImage(
          at: time((Double(frame) + 0.5) / 25), actualTime: &actual)
        #expect(image.width == 64 && image.height == 32)
        let level = Double(TestFilm.luma(frame) - 16) * 255 / 219
        #expect(abs(Double(try colour(image, x: 50, y: 10)[1]) - level) < 3, "frame \(frame)")
        #expect(abs(actual.seconds - Double(frame) / 25) < 0.002)
      }
    }

    @Test("a tolerance permits earlier pictures only as far as it goes")
    func hasTolerance() throws {
      let file = try TestFilm.makeReordered(in: folder)
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: file))
      var actual = CMTime.invalid
      _ = try generator.copyCGImage(at: time(1.9), actualTime: &actual)
      let first = actual.seconds
      #expect(abs(first - 1) < 0.1)
      generator.requestedTimeToleranceBefore = time(0.3)
      _ = try generator.copyCGImage(at: time(1.9), actualTime: &actual)
      #expect(actual.seconds > 1.599 && actual.seconds < 1.7)
      generator.requestedTimeToleranceBefore = .zero
      _ = try generator.copyCGImage(at: time(1.9), actualTime: &actual)
      #expect(actual.seconds > 1.85 && actual.seconds <= 1.9)
    }

    @Test("after the end, there is a picture only within the tolerance")
    func endsWithTheFilm() throws {
      let file = try TestFilm.make(in: folder)
      #expect(throws: AVError(.noImageAtTime)) {
        try exact(file).copyCGImage(at: time(60), actualTime: nil)
      }
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: file))
      var actual = CMTime.invalid
      _ = try generator.copyCGImage(at: time(60), actualTime: &actual)
      #expect(actual.seconds > 1 && actual.seconds < 2)
      #expect(throws: AVError(.noImageAtTime)) {
        try generator.copyCGImage(at: .invalid, actualTime: nil)
      }
    }

    // MARK: Sizes

    @Test("a picture keeps its shape within the maximum size, and is never enlarged")
    func limitsSize() throws {
      let generator = exact(try TestFilm.make(in: folder))
      func size(_ width: Double, _ height: Double) throws -> [Int] {
        generator.maximumSize = CGSize(width: width, height: height)
        let image = try generator.copyCGImage(at: .zero, actualTime: nil)
        return [image.width, image.height]
      }
      #expect(try size(32, 32) == [32, 16])
      #expect(try size(0, 8) == [16, 8])
      #expect(try size(16, 0) == [16, 8])
      #expect(try size(640, 480) == [64, 32])
    }

    @Test("pictures are upright and have square pixels only on request")
    func appliesShape() throws {
      let wide = try TestFilm.makeReordered(in: folder, options: ["-vf", "setsar=2"])
      let generator = exact(try TestFilm.turn(wide, in: folder))
      func size() throws -> [Int] {
        let image = try generator.copyCGImage(at: .zero, actualTime: nil)
        return [image.width, image.height]
      }
      #expect(try size() == [192, 64])
      generator.apertureMode = .encodedPixels
      #expect(try size() == [96, 64])
      generator.appliesPreferredTrackTransform = true
      #expect(try size() == [64, 96])
      generator.maximumSize = CGSize(width: 32, height: 0)
      #expect(try size() == [32, 48])
    }

    // MARK: Files

    @Test("a PNG file has the same pixels, and a JPEG file nearly the same")
    func encodes() throws {
      let image = try exact(try TestFilm.makeReordered(in: folder)).copyCGImage(
        at: time(1), actualTime: nil)
      let expected = try pixels(image)
      #expect(try decoded(try #require(image.openCoreAudioPNGData())) == expected)
      let fine = try #require(image.openCoreAudioJPEGData(compressionQuality: 1))
      let coarse = try #require(image.openCoreAudioJPEGData(compressionQuality: 0))
      #expect(fine.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
      #expect(coarse.count < fine.count)
      let differences = try zip(decoded(fine), expected).map { abs(Int($0) - Int($1)) }
      #expect(differences.count == expected.count)
      #expect(differences.reduce(0, +) / differences.count < 8)
    }

    // MARK: Asynchronous requests

    @Test("handlers are called for all times, in order")
    func callsHandlers() throws {
      let generator = exact(try TestFilm.make(in: folder))
      let found = Mutex<[(AVAssetImageGenerator.Result, Double)]>([])
      let times = [1.5, 60, 0.5].map { NSValue(time: time($0)) }
      generator.generateCGImagesAsynchronously(forTimes: times) { _, image, actual, result, error in
        #expect((image == nil) == (result != .succeeded) && (error == nil) == (image != nil))
        found.withLock { $0.append((result, actual.seconds)) }
      }
      try waitUntil("all handlers are called") { found.withLock { $0.count } == 3 }
      let results = found.withLock { $0 }
      #expect(results.map(\.0) == [.succeeded, .failed, .succeeded])
      #expect(abs(results[0].1 - 1.48) < 0.03 && abs(results[2].1 - 0.48) < 0.03)
    }

    @Test("cancelled requests call their handlers")
    func cancels() throws {
      let generator = exact(try TestFilm.make(in: folder))
      let results = Mutex<[AVAssetImageGenerator.Result]>([])
      let isOver = DispatchSemaphore(value: 0)
      // The first handler holds the others up until they have been cancelled.
      generator.generateCGImageAsynchronously(for: .zero) { _, _, _ in isOver.wait() }
      let times = [NSValue](repeating: NSValue(time: time(1)), count: 3)
      generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, result, _ in
        results.withLock { $0.append(result) }
      }
      generator.cancelAllCGImageGeneration()
      isOver.signal()
      try waitUntil("all handlers are called") { results.withLock { $0.count } == 3 }
      #expect(results.withLock { $0 } == [.cancelled, .cancelled, .cancelled])
    }

    @Test("a loop takes pictures one after the other")
    func loops() async throws {
      let generator = exact(try TestFilm.make(in: folder))
      let (image, actual) = try await generator.image(at: time(1.02))
      #expect(image.width == 64 && abs(actual.seconds - 1) < 0.002)
      var outcomes: [Double?] = []
      for await result in generator.images(for: [time(0.22), time(60), time(0)]) {
        outcomes.append(try? result.actualTime.seconds)
      }
      #expect(outcomes.count == 3 && outcomes[1] == nil && outcomes[2] == 0)
      #expect(abs((outcomes[0] ?? 0) - 0.2) < 0.002)
      await #expect(throws: AVError(.noImageAtTime)) { try await generator.image(at: .invalid) }
    }

    @Test("sound and missing files have no pictures")
    func refuses() throws {
      let text = folder.url("text")
      try Tool.write(Array("no film".utf8), to: text)
      #expect(throws: AVError(.noImageAtTime)) {
        try exact(text).copyCGImage(at: .zero, actualTime: nil)
      }
      #expect(throws: AVError.self) {
        try exact(folder.url("missing.mp4")).copyCGImage(at: .zero, actualTime: nil)
      }
    }

    @Test("a film without sound has pictures")
    func needsNoSound() throws {
      let file = folder.url("silent.mp4")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=red:s=32x32:d=1", "-c:v",
          "mpeg4", "-y", file.path,
        ])
      let image = try exact(file).copyCGImage(at: time(0.5), actualTime: nil)
      #expect(try colour(image, x: 16, y: 16)[2] > 240)
    }
  }
#endif
