#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// The chapters and the filtered metadata of exported files.
  @Suite struct ExportChapterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Three seconds with three chapters, a title, and an owner.
    private func source() throws -> AVURLAsset {
      var text = ";FFMETADATA1\ntitle=Book\n"
      for (index, start) in [0, 1_000, 2_500].enumerated() {
        text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\([1_000, 2_500, 3_000][index])\n"
        text += "title=Teil \(index + 1) ä\n"
      }
      try Tool.write(Array(text.utf8), to: folder.url("chapters.txt"))
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=300:r=44100:d=3"]
          + ["-i", folder.url("chapters.txt").path, "-map_metadata", "1", "-map_chapters", "1"]
          + ["-c:a", "aac", folder.url("book.m4b").path])
      return AVURLAsset(url: folder.url("book.m4b"))
    }

    /// The chapters that ffprobe finds: start and title.
    private func probed(_ url: URL) throws -> [String] {
      let output = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title"]
          + ["-of", "csv=p=0", url.path])
      return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func found(_ asset: AVAsset) async throws -> [String] {
      try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: []).map { group in
        let seconds = (group.timeRange.start.seconds * 100).rounded() / 100
        return "\(seconds) \(group.items.first?.stringValue ?? "")"
      }
    }

    @Test(
      "chapters are kept, with the tables before or after the sound",
      arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetAppleM4A], [false, true])
    func chapters(preset: String, isForNetwork: Bool) async throws {
      let asset = try source()
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      session.shouldOptimizeForNetworkUse = isForNetwork
      try await session.export(to: folder.url("out.m4a"), as: .m4a)
      let made = AVURLAsset(url: folder.url("out.m4a"))
      #expect(try await found(made) == ["0.0 Teil 1 ä", "1.0 Teil 2 ä", "2.5 Teil 3 ä"])
      #expect(
        try probed(made.url) == [
          "0.000000,Teil 1 ä", "1.000000,Teil 2 ä", "2.500000,Teil 3 ä",
        ])
      #expect(
        abs(made.duration.seconds - 3) < 0.05 && made.tracks(withMediaType: .audio).count == 1)
    }

    @Test("a range has its chapters from its start on")
    func range() async throws {
      let session = try #require(
        AVAssetExportSession(asset: try source(), presetName: AVAssetExportPresetAppleM4A))
      session.timeRange = CMTimeRange(
        start: CMTime(value: 15, timescale: 10), duration: CMTime(value: 15, timescale: 10))
      try await session.export(to: folder.url("out.m4a"), as: .m4a)
      #expect(
        try await found(AVURLAsset(url: folder.url("out.m4a"))) == ["0.0 Teil 2 ä", "1.0 Teil 3 ä"])
    }

    @Test(
      "a limit of bytes ends the export early",
      arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetAppleM4A])
    func limit(preset: String) async throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "aac", "-b:a", "256k", "-f", "ipod"], sampleRate: 44_100, channelCount: 2,
        seconds: 20)
      try Tool.write(bytes, to: folder.url("long.m4a"))
      let asset = AVURLAsset(url: folder.url("long.m4a"))
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      session.fileLengthLimit = 200_000
      let expected = try await session.estimatedMaximumDuration
      #expect(expected < asset.duration)
      try await session.export(to: folder.url("out.m4a"), as: .m4a)
      let count = try Tool.read(folder.url("out.m4a")).count
      #expect(count < 220_000 && count > 140_000, "\(count)")
      let duration = AVURLAsset(url: folder.url("out.m4a")).duration
      #expect(abs(duration.seconds - expected.seconds) < 0.05)
      let empty = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      empty.fileLengthLimit = 100
      await #expect(throws: AVError.self) {
        try await empty.export(to: folder.url("none.m4a"), as: .m4a)
      }
    }

    @Test("a filter for sharing keeps the title")
    func filter() async throws {
      let session = try #require(
        AVAssetExportSession(asset: try source(), presetName: AVAssetExportPresetAppleM4A))
      session.metadataItemFilter = .forSharing()
      try await session.export(to: folder.url("out.m4a"), as: .m4a)
      let items = AVURLAsset(url: folder.url("out.m4a")).commonMetadata
      #expect(items.contains { $0.stringValue == "Book" })
    }
  }
#endif
