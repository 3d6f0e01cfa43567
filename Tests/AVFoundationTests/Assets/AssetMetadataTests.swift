#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// The metadata of an asset.
  @Suite struct AssetMetadataTests {
    struct Case: CustomTestStringConvertible, Sendable {
      var file: String
      var format: AVMetadataFormat
      var space: AVMetadataKeySpace
      var title: AVMetadataIdentifier
      var testDescription: String { file }
    }

    @Test(
      "the texts of a file have common keys and the keys of their format",
      arguments: [
        Case(
          file: "media/tags.mp3", format: .id3Metadata, space: .id3,
          title: .id3MetadataTitleDescription),
        Case(
          file: "media/tags.m4a", format: .iTunesMetadata, space: .iTunes,
          title: .iTunesMetadataSongName),
        Case(
          file: "media/tags.flac", format: .unknown, space: .audioFile, title: .init("caaf/title")),
        Case(
          file: "media/tags.oga", format: .unknown, space: .audioFile, title: .init("caaf/title")),
        Case(
          file: "media/tags.wav", format: .unknown, space: .audioFile, title: .init("caaf/title")),
      ])
    func texts(_ expected: Case) async throws {
      let asset = AVURLAsset(url: fixture(expected.file))
      let (all, common, formats) = try await asset.load(
        .metadata, .commonMetadata, .availableMetadataFormats)
      #expect(formats == [expected.format])
      #expect(asset.metadata(forFormat: expected.format).count == all.count)
      #expect(try await asset.loadMetadata(for: .init("other")).isEmpty)
      #expect(all.allSatisfy { $0.keySpace == expected.space })
      let titles = AVMetadataItem.metadataItems(from: all, filteredByIdentifier: expected.title)
      #expect(
        titles.map(\.stringValue) == ["Two tones"] && titles.first?.commonKey == .commonKeyTitle)
      func text(_ key: AVMetadataKey) -> [String?] {
        AVMetadataItem.metadataItems(from: common, withKey: key, keySpace: .common).map(
          \.stringValue)
      }
      #expect(text(.commonKeyTitle) == ["Two tones"] && text(.commonKeyArtist) == ["Nobody"])
      #expect(text(.commonKeyAlbumName) == ["Fixtures"] && text(.commonKeyType) == ["Noise"])
      #expect(text(.commonKeyCreationDate) == ["2024"])
    }

    @Test("items are found by the key of their format")
    func keys() throws {
      let mp3 = AVURLAsset(url: fixture("media/tags.mp3")).metadata
      let track = AVMetadataItem.metadataItems(from: mp3, withKey: "TRCK", keySpace: .id3)
      #expect(track.map(\.numberValue) == [3] && track.first?.commonKey == nil)
      #expect(AVMetadataItem.metadataItems(from: mp3, withKey: "TRCK", keySpace: .iTunes).isEmpty)
      let m4a = AVURLAsset(url: fixture("media/tags.m4a")).metadata
      let album = AVMetadataItem.metadataItems(
        from: m4a, withKey: AVMetadataKey.iTunesMetadataKeyAlbum, keySpace: .iTunes)
      #expect(album.map(\.stringValue) == ["Fixtures"])
      // The four characters of the item. The first one is the copyright sign.
      #expect(album.first?.key as? NSNumber == 0xA961_6C62)
      #expect(album.first?.value as? NSString == "Fixtures" && album.first?.dataValue == nil)
      let titles = AVMetadataItem.metadataItems(
        from: m4a, filteredByIdentifier: .commonIdentifierTitle)
      #expect(titles.count == 1)
    }

    @Test(
      "the picture is read on request",
      arguments: ["media/tags.mp3", "media/tags.m4a", "media/tags.flac"])
    func artwork(_ file: String) async throws {
      let asset = AVURLAsset(url: fixture(file))
      let items = AVMetadataItem.metadataItems(
        from: try await asset.load(.metadata), filteredByIdentifier: .commonIdentifierArtwork)
      let item = try #require(items.first)
      #expect(items.count == 1 && item.commonKey == .commonKeyArtwork && item.stringValue == nil)
      #expect(item.status(of: .dataValue) == .notYetLoaded)
      let data = try #require(try await item.load(.dataValue))
      #expect(
        data.starts(with: [0x89, 0x50, 0x4E, 0x47]) && data.suffix(8).prefix(4) == Data("IEND".utf8)
      )
      #expect(item.status(of: .dataValue) == .loaded(data) && item.dataValue == data)
    }

    @Test("a picture in a deleted file is an error")
    func missing() async throws {
      let folder = try TemporaryFolder()
      let url = folder.url("a.mp3")
      try FileManager.default.copyItem(at: fixture("media/tags.mp3"), to: url)
      let item = try #require(
        AVURLAsset(url: url).commonMetadata.first { $0.commonKey == .commonKeyArtwork })
      try FileManager.default.removeItem(at: url)
      await #expect(throws: AVError.self) { try await item.load(.dataValue) }
      #expect(item.dataValue == nil && item.statusOfValue(forKey: "value", error: nil) == .failed)
    }
  }
#endif
