#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import Testing

  /// The chapters of assets.
  @Suite struct AssetChapterTests {
    @Test(
      "chapters have a title and last until the next one",
      arguments: ["media/chapters.mp3", "media/chapters.m4b"])
    func chapters(file: String) async throws {
      let asset = AVURLAsset(url: fixture(file))
      let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
      #expect(groups.map { $0.items.first?.stringValue } == ["One", "Two"])
      #expect(groups.map { ($0.timeRange.start.seconds * 1000).rounded() } == [0, 100])
      for (group, next) in zip(groups, groups.dropFirst()) {
        #expect(group.timeRange.end == next.timeRange.start)
      }
      #expect(groups.last?.timeRange.end == asset.duration)
      for group in groups {
        let title = try #require(group.items.first)
        #expect(title.commonKey == .commonKeyTitle && title.keySpace == .common)
        #expect(title.time == group.timeRange.start && title.duration == group.timeRange.duration)
      }
      let locale = try #require(asset.availableChapterLocales.first)
      #expect(asset.availableChapterLocales.count == 1)
      let found = asset.chapterMetadataGroups(
        withTitleLocale: locale, containingItemsWithCommonKeys: nil)
      #expect(found.map(\.timeRange) == groups.map(\.timeRange))
      let others = try await asset.loadChapterMetadataGroups(
        withTitleLocale: Locale(identifier: "fr"))
      #expect(others.isEmpty)
    }

    @Test("an asset without chapters has none, and one that cannot be read reports its error")
    func none() async throws {
      let asset = AVURLAsset(url: fixture("audio/wav8.wav"))
      #expect(asset.availableChapterLocales.isEmpty)
      #expect(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: []).isEmpty)
      let absent = AVURLAsset(url: fixture("audio/absent.wav"))
      #expect(absent.chapterMetadataGroups(bestMatchingPreferredLanguages: []).isEmpty)
      await #expect(throws: AVError.self) {
        try await absent.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
      }
    }
  }
#endif
