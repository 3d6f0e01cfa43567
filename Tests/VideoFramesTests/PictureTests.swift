#if LibAV && Video
  import Foundation
  import TestSupport
  import Testing

  @testable import VideoFrames

  @Suite struct PictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Colors whose bytes differ if the matrix or the range is wrong.
    struct Colours: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var matrix: String
      var range: String
      /// The weights of red and blue.
      ///
      /// Sources: ITU-R BT.601, 2.5.1; BT.709, 3.2; BT.2020, table 4.
      var weights: (red: Double, blue: Double)

      static let all = [
        Colours(
          testDescription: "BT.601 video", matrix: "smpte170m", range: "tv", weights: (0.299, 0.114)
        ),
        Colours(
          testDescription: "BT.601 full", matrix: "smpte170m", range: "pc", weights: (0.299, 0.114)),
        Colours(
          testDescription: "BT.709 video", matrix: "bt709", range: "tv", weights: (0.2126, 0.0722)),
        Colours(
          testDescription: "BT.709 full", matrix: "bt709", range: "pc", weights: (0.2126, 0.0722)),
        Colours(
          testDescription: "BT.2020 video", matrix: "bt2020nc", range: "tv",
          weights: (0.2627, 0.0593)),
      ]

      /// Red, green and blue of luma and chroma in bytes.
      func colour(_ y: Double, _ cb: Double, _ cr: Double) -> [Double] {
        let isFull = range == "pc"
        let luma = isFull ? y / 255 : (y - 16) / 219
        let blueness = (cb - 128) / (isFull ? 255 : 224)
        let redness = (cr - 128) / (isFull ? 255 : 224)
        let red = luma + 2 * (1 - weights.red) * redness
        let blue = luma + 2 * (1 - weights.blue) * blueness
        let green =
          (luma - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue)
        return [red, green, blue].map { max(0, min(1, $0)) * 255 }
      }
    }

    /// A film of one color, without loss.
    private func film(_ colours: Colours) throws -> VideoFrame {
      let raw = folder.url("raw.yuv")
      let file = folder.url("colours.mkv")
      let planes = [(32 * 32, 120), (16 * 16, 90), (16 * 16, 170)]
      try Tool.write(
        planes.flatMap { [UInt8](repeating: UInt8($0.1), count: $0.0) }, to: raw)
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-s", "32x32", "-pix_fmt", "yuv420p",
          "-colorspace", colours.matrix, "-color_range", colours.range, "-i", raw.path, "-c:v",
          "ffv1", "-colorspace", colours.matrix, "-color_range", colours.range, "-y", file.path,
        ])
      return try #require(try Film.open(file).next())
    }

    @Test("colours follow the matrix and the range of the film", arguments: Colours.all)
    func convertsColours(colours: Colours) throws {
      let frame = try film(colours)
      let pixels = try PixelScaler().pixels(of: frame, .bgra)
      let middle = pixels.bytes[(16 * 32 + 16) * 4..<(16 * 32 + 17) * 4].map { Double($0) }
      for (found, wanted) in zip(middle.prefix(3).reversed(), colours.colour(120, 90, 170)) {
        #expect(abs(found - wanted) <= 2)
      }
      #expect(middle[3] == 255)
    }

    @Test("planes keep luma and chroma of the same range", arguments: Colours.all)
    func keepsPlanes(colours: Colours) throws {
      let frame = try film(colours)
      let format = frame.isFullRange ? PixelFormat.fullRange : .videoRange
      let bytes = try PixelScaler().pixels(of: frame, format).bytes
      #expect(bytes.count == 32 * 32 * 3 / 2)
      #expect(abs(Int(bytes[500]) - 120) <= 1)
      #expect(abs(Int(bytes[32 * 32 + 100]) - 90) <= 1)
      #expect(abs(Int(bytes[32 * 32 + 101]) - 170) <= 1)
    }

    @Test("the other range changes the numbers, not the colours")
    func convertsRanges() throws {
      let frame = try film(Colours.all[0])
      let bytes = try PixelScaler().pixels(of: frame, .fullRange).bytes
      let wanted = Double(120 - 16) * 255 / 219
      #expect(abs(Double(bytes[500]) - wanted) <= 1.5)
    }

    @Test("a picture in another size keeps its colours")
    func scales() throws {
      let frame = try film(Colours.all[2])
      let pixels = try PixelScaler().pixels(of: frame, .bgra, width: 7, height: 5)
      #expect(pixels.bytes.count == 7 * 5 * 4)
      let wanted = Colours.all[2].colour(120, 90, 170)
      #expect(abs(Double(pixels.bytes[2]) - wanted[0]) <= 3)
    }

    @Test("sizes without pixels, or with too many, are refused")
    func refusesSizes() {
      #expect(PixelMemory(.bgra, width: 0, height: 5) == nil)
      #expect(PixelMemory(.bgra, width: 5, height: -1) == nil)
      #expect(PixelMemory(.bgra, width: 1 << 20, height: 1 << 20) == nil)
    }

    @Test(
      "matrices of files become quarter turns",
      arguments: [
        (a: 1, b: 0, c: 0, d: 1, turns: 0, isReflected: false),
        (a: 0, b: 1, c: -1, d: 0, turns: 1, isReflected: false),
        (a: -1, b: 0, c: 0, d: -1, turns: 2, isReflected: false),
        (a: 0, b: -1, c: 1, d: 0, turns: 3, isReflected: false),
        (a: -1, b: 0, c: 0, d: 1, turns: 0, isReflected: true),
        (a: 1, b: 0, c: 0, d: -1, turns: 2, isReflected: true),
      ])
    func turns(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, turns: Int, isReflected: Bool) {
      let one: Int32 = 65_536
      let transform = DisplayTransform([a * one, b * one, 0, c * one, d * one, 0, 0, 0, 1 << 30])
      #expect(transform.quarterTurns == turns)
      #expect(transform.isReflected == isReflected)
    }

    @Test("a matrix without an area changes nothing")
    func ignoresBadMatrices() {
      #expect(DisplayTransform([Int32](repeating: 0, count: 9)) == DisplayTransform())
    }

    @Test("a picture keeps its shape, or takes that of the area")
    func fits() {
      let aspect = PictureFit.aspect.rectangle(of: (200, 100), in: (100, 100))
      #expect(aspect == (0, 25, 100, 50))
      let fill = PictureFit.aspectFill.rectangle(of: (200, 100), in: (100, 100))
      #expect(fill == (-50, 0, 200, 100))
      let resize = PictureFit.fill.rectangle(of: (200, 100), in: (100, 100))
      #expect(resize == (0, 0, 100, 100))
    }
  }
#endif
