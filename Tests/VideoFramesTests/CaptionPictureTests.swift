#if Pictures
  import AudioContainers
  import Testing
  import VideoFrames

  /// Texts as pixels, in their places.
  @Suite struct CaptionPictureTests {
    private func pictures(_ texts: [CaptionText]) -> [CaptionPicture] {
      CaptionPicture.pictures(of: texts, width: 640, height: 360)
    }

    private func text(
      _ text: String, _ change: (inout CaptionText) -> Void = { _ in }
    ) -> CaptionText {
      var caption = CaptionText([.init(text)])
      change(&caption)
      return caption
    }

    /// Whether a pixel has these parts: blue, green, red and alpha.
    private func contains(_ picture: CaptionPicture, _ pixel: [UInt8]) -> Bool {
      let bytes = picture.pixels.bytes
      return stride(from: 0, to: bytes.count, by: 4).contains { Array(bytes[$0..<$0 + 4]) == pixel }
    }

    @Test("a text is white with a black outline, at the bottom in the middle")
    func usualPlace() throws {
      let picture = try #require(pictures([text("Hello")]).first)
      #expect(contains(picture, [255, 255, 255, 255]) && contains(picture, [0, 0, 0, 255]))
      #expect(contains(picture, [0, 0, 0, 0]))
      let center = Double(picture.x) + Double(picture.pixels.width) / 2
      #expect(abs(center - 320) <= 1 && picture.y + picture.pixels.height == 342)
      #expect(picture.pixels.height < 40 && picture.pixels.width > 20)
    }

    @Test("texts without a place do not cover each other, and others are where they belong")
    func places() throws {
      let all = pictures([
        text("One"), text("Two\nlines"),
        text("Top") {
          $0.place.line = 10
          $0.place.alignment = .start
        },
        text("Right") { $0.place.alignment = .end },
      ])
      #expect(all.count == 4)
      let bottoms = all.map { $0.y + $0.pixels.height }
      #expect(bottoms[3] == 342 && bottoms[1] == all[3].y && bottoms[0] == all[1].y)
      #expect(all[2].y == 36 && all[2].x == 32)
      #expect(all[3].x + all[3].pixels.width == 608)
      #expect(all[1].pixels.height > all[0].pixels.height * 3 / 2)
    }

    @Test("long lines are broken, and styles and colors are drawn")
    func styles() throws {
      let long = String(repeating: "word ", count: 60)
      let broken = try #require(pictures([text(long)]).first)
      #expect(broken.pixels.width <= 600 && broken.pixels.height > 100)
      var style = CaptionText.Style()
      style.color = 0xFFFF_0000
      let red = try #require(pictures([CaptionText([.init("Red", style)])]).first)
      #expect(contains(red, [0, 0, 255, 255]) && !contains(red, [255, 255, 255, 255]))
      (style.isBold, style.isUnderlined) = (true, true)
      let bold = try #require(pictures([CaptionText([.init("Red", style)])]).first)
      #expect(bold.pixels.bytes != red.pixels.bytes)
    }

    @Test("empty texts are no pictures")
    func empty() {
      #expect(pictures([CaptionText([]), text("\n")]).isEmpty && pictures([]).isEmpty)
    }
  }
#endif
