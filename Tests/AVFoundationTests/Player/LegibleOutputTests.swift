#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The texts of movies and streams, as an output gives them.
  @Suite struct LegibleOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a movie of four seconds with English and German subtitles.
    private func movie() throws -> URL {
      let texts = [
        (
          "en",
          "1\n00:00:00,500 --> 00:00:01,500\n<i>One</i>\n\n"
            + "2\n00:00:01,500 --> 00:00:02,000\nTwo\n\n3\n00:00:03,000 --> 00:00:03,500\nThree\n"
        ),
        ("de", "1\n00:00:00,500 --> 00:00:03,000\nEins\n"),
      ]
      for (name, text) in texts { try Tool.write(Array(text.utf8), to: folder.url(name + ".srt")) }
      let file = folder.url("movie.mp4")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=r=44100:d=4", "-i",
          folder.url("en.srt").path, "-i", folder.url("de.srt").path, "-map", "0", "-map", "1",
          "-map", "2", "-c:a", "aac", "-c:s", "mov_text", "-metadata:s:s:0", "language=eng",
          "-metadata:s:s:1", "language=deu", "-y", file.path,
        ])
      return file
    }

    private func legible(_ item: AVPlayerItem) throws -> AVMediaSelectionGroup {
      try #require(item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    }

    @Test("the texts of a movie arrive at their times, with their styles")
    func movieTexts() throws {
      let receiver = try TextReceiver.play(try movie()) { player, _, receiver in
        player.play()
        try waitUntil("all texts have arrived") { receiver.lines.count == 5 }
      }
      #expect(receiver.lines == ["0.5 One", "1.5 Two", "2.0 ", "3.0 Three", "3.5 "])
      #expect(receiver.calls.withLock { $0.map(\.italics) } == [[true], [false], [], [false], []])
    }

    @Test("texts arrive before their times if the client wants them earlier")
    func advance() throws {
      let output = AVPlayerItemLegibleOutput()
      output.advanceIntervalForDelegateInvocation = 1
      #expect(output.advanceIntervalForDelegateInvocation == 1)
      _ = try TextReceiver.play(try movie(), output) { player, item, receiver in
        // The player stays paused, so that the time does not pass.
        try waitUntil("the first text has arrived") { receiver.lines == ["0.5 One"] }
        player.seek(to: CMTime(value: 21, timescale: 10))
        try waitUntil("the third text has arrived") { receiver.lines.last == "3.0 Three" }
        #expect(item.currentTime().seconds < 2.2)
      }
    }

    @Test("the client chooses texts and no texts, and a seek reports a flush")
    func selection() throws {
      let receiver = try TextReceiver.play(try movie()) { player, item, receiver in
        let group = try legible(item)
        #expect(
          group.allowsEmptySelection && group.options.map(\.mediaType) == [.subtitle, .subtitle])
        #expect(group.options.map(\.extendedLanguageTag) == ["en", "de"])
        #expect(
          group.options.map(\.mediaSubTypes) == [[0x7478_3367], [0x7478_3367]] as [[NSNumber]])
        #expect(group.options[0].hasMediaCharacteristic(.legible))
        #expect(!group.options[0].hasMediaCharacteristic(.audible))
        #expect(item.asset.availableMediaCharacteristicsWithMediaSelectionOptions == [.legible])
        #expect(group.defaultOption == group.options[0])
        #expect(item.selectedMediaOption(in: group) == group.options[0])
        item.select(group.options[1], in: group)
        player.seek(to: CMTime(value: 1, timescale: 1))
        try waitUntil("the German text has arrived") { receiver.lines.last == "0.5 Eins" }
        item.select(nil, in: group)
        #expect(item.selectedMediaOption(in: group) == nil)
        try waitUntil("the text has gone") { receiver.lines.last == "1.0 " }
        item.selectMediaOptionAutomatically(in: group)
        #expect(item.selectedMediaOption(in: group) == group.options[0])
        try waitUntil("the English text has arrived") { receiver.lines.last == "0.5 One" }
      }
      #expect(receiver.flushes.withLock { $0 } == 1)
    }

    @Test("criteria of the player choose the language of texts")
    func criteria() throws {
      let receiver = try TextReceiver.play(try movie()) { player, item, receiver in
        let criteria = AVPlayerMediaSelectionCriteria(
          preferredLanguages: ["fr", "de"], preferredMediaCharacteristics: nil)
        player.setMediaSelectionCriteria(criteria, forMediaCharacteristic: .legible)
        let group = try legible(item)
        #expect(item.selectedMediaOption(in: group) == group.options[1])
        player.play()
        try waitUntil("the text has arrived") { !receiver.lines.isEmpty }
      }
      #expect(receiver.lines == ["0.5 Eins"])
    }

    @Test("a format that the client knows arrives as samples")
    func native() throws {
      let output = AVPlayerItemLegibleOutput(
        mediaSubtypesForNativeRepresentation: [
          NSNumber(value: kCMSubtitleFormatType_3GText)
        ])
      let receiver = try TextReceiver.play(try movie(), output) { player, _, receiver in
        player.play()
        try waitUntil("a text has arrived") { !receiver.lines.isEmpty }
      }
      let call = try #require(receiver.calls.withLock { $0.first })
      let buffer = try #require(call.buffers.first)
      #expect(call.texts.isEmpty && call.seconds == 0.5 && call.buffers.count == 1)
      #expect(buffer.formatDescription?.mediaSubType.rawValue == kCMSubtitleFormatType_3GText)
      #expect(buffer.presentationTimeStamp.seconds == 0.5 && buffer.duration.seconds == 1)
      let bytes = try #require(try buffer.dataBuffer?.dataBytes())
      #expect(Array(bytes.prefix(5)) == [0, 3] + Array("One".utf8))
    }

    @Test("without a text or an output, nothing is reported")
    func silent() throws {
      let output = AVPlayerItemLegibleOutput()
      #expect(output.textStylingResolution == .default)
      output.textStylingResolution = .sourceAndRulesOnly
      #expect(output.textStylingResolution == .sourceAndRulesOnly)
      let receiver = try TextReceiver.play(try movie(), output) { player, item, _ in
        item.remove(output)
        player.play()
        try waitUntil("the movie plays") { player.currentTime().seconds > 1 }
      }
      #expect(receiver.lines.isEmpty)
    }

    #if Pictures
      private final class ImageReceiver: NSObject, AVPlayerItemRenderedLegibleOutputPushDelegate {
        let calls = Mutex<[(images: [AVRenderedCaptionImage], seconds: Double)]>([])

        func renderedLegibleOutput(
          _ output: AVPlayerItemRenderedLegibleOutput,
          didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
          forItemTime itemTime: CMTime
        ) { calls.withLock { $0.append((captionImages, itemTime.seconds)) } }
      }

      @Test("texts arrive as pixels, in the order of their times")
      func images() throws {
        let output = AVPlayerItemRenderedLegibleOutput(
          videoDisplay: CGSize(width: 640, height: 360))
        let images = ImageReceiver()
        output.setDelegate(images, queue: DispatchQueue(label: "images"))
        #expect(output.delegate === images && output.delegateQueue?.label == "images")
        _ = try TextReceiver.play(try movie()) { player, item, _ in
          item.add(output)
          player.play()
          try waitUntil("all images have arrived") { images.calls.withLock { $0.count } == 5 }
        }
        let calls = images.calls.withLock { $0 }
        #expect(calls.map(\.seconds) == [0.5, 1.5, 2, 3, 3.5])
        #expect(calls.map(\.images.count) == [1, 1, 0, 1, 0])
        let image = try #require(calls[0].images.first)
        #expect(CVPixelBufferGetPixelFormatType(image.pixelBuffer) == kCVPixelFormatType_32BGRA)
        let height = CVPixelBufferGetHeight(image.pixelBuffer)
        #expect(image.position.y + CGFloat(height) == 342 && image.position.x > 200)
        output.videoDisplaySize = CGSize(width: 64, height: 36)
        #expect(output.videoDisplaySize.width == 64)
      }
    #endif

    @Test("all choices of an asset combine sounds and texts")
    func choices() throws {
      let asset = AVURLAsset(url: try movie())
      let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
      let all = asset.allMediaSelections.map { $0.selectedMediaOption(in: group) }
      #expect(all == [group.options[0], group.options[1], nil])
      let choice = try #require(
        asset.preferredMediaSelection.mutableCopy() as? AVMutableMediaSelection)
      #expect(choice.selectedMediaOption(in: group) == group.options[0])
      choice.select(nil, in: group)
      #expect(choice.selectedMediaOption(in: group) == nil)
    }
  }
#endif
