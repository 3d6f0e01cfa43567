import AVFoundation
import Foundation
import TestSupport
import Testing

/// The possible uses of assets, and the types that can be read.
@Suite struct AssetCapabilityTests {
  private let sound: PlayedSound

  init() throws { sound = try PlayedSound() }

  @Test("an unreadable file has no uses")
  func unreadable() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nonexistent.wav"))
    #expect(!asset.isExportable && !asset.isReadable && !asset.isComposable)
    #expect(asset.lyrics == nil && !asset.canContainFragments && !asset.containsFragments)
    #expect(!asset.overallDurationHint.isValid)
    await #expect(throws: AVError.self) { try await asset.load(.isReadable) }
  }

  @Test("a readable file can be read and composed")
  func readable() async throws {
    let asset = AVURLAsset(url: try sound.file([0, 0.5]))
    let (isReadable, isComposable, hint) = try await asset.load(
      .isReadable, .isComposable, .overallDurationHint)
    #expect(isReadable && isComposable && !hint.isValid)
    // Its packets fit into files that this package writes.
    #expect(try await asset.load(.isExportable))
    #expect(try await !asset.load(.canContainFragments))
    #expect(try await !asset.load(.containsFragments))
    #expect(try await asset.load(.lyrics) == nil)
  }

  @Test("the readable types have identifiers and MIME types, each of them once")
  func types() {
    let types = AVURLAsset.audiovisualTypes()
    let mimeTypes = AVURLAsset.audiovisualMIMETypes()
    for type: AVFileType in [.wav, .aiff, .caf, .mp3, .m4a, .mp4, .mov, .amr, .ac3] {
      #expect(types.contains(type), "\(type)")
    }
    #expect(!types.contains(.jpg) && Set(types).count == types.count)
    for type in ["audio/mpeg", "audio/mp4", "audio/flac", "application/vnd.apple.mpegurl"] {
      #expect(mimeTypes.contains(type), "\(type)")
    }
    #expect(!mimeTypes.contains("image/jpeg") && Set(mimeTypes).count == mimeTypes.count)
  }

  @Test(
    "a MIME type of no readable file is not playable",
    arguments: [
      "", ";", "text/plain", "audio", "image/png; codecs=\"mp4a.40.2\"",
      "audio/mp4; codecs=\"unknown\"", "audio/mp4; codecs=\"avc1.64001f\"",
      "audio/mp4; codecs=\"\"", "audio/mp4; codecs=\"mp4a.40.2, unknown\"",
    ])
  func unplayable(type: String) {
    #expect(!AVURLAsset.isPlayableExtendedMIMEType(type))
  }

  #if FLAC && HTTP && LibAV && MPG123
    @Test(
      "a MIME type is playable with codecs that can be decoded",
      arguments: [
        "audio/mp4", "AUDIO/MPEG ", "audio/mp4; codecs=\"mp4a.40.2\"",
        "audio/mp4;codecs=mp4a.40.5", "audio/mp4; q=\"a;codecs=x\"; CODECS=\"flac\"",
        "video/mp4; codecs=\"avc1.64001f, mp4a.40.2\"", "audio/ogg; codecs=opus",
        "application/vnd.apple.mpegurl",
      ])
    func playable(type: String) {
      #expect(AVURLAsset.isPlayableExtendedMIMEType(type))
    }

    @Test("a fragmented movie contains fragments, and another one does not")
    func fragments() async throws {
      let asset = AVURLAsset(url: fixture("media/alac-fragments.mp4"))
      let (can, does) = try await asset.load(.canContainFragments, .containsFragments)
      #expect(can && does)
      let other = AVURLAsset(url: fixture("media/tags.m4a"))
      #expect(!other.canContainFragments && !other.containsFragments)
      #expect(other.isExportable && other.isReadable && other.isComposable)
    }

    @Test("the lyrics of an ID3 tag are a property and an item of the metadata")
    func lyrics() async throws {
      let folder = try TemporaryFolder()
      let url = folder.url("a.mp3")
      // The file without its own tag, whose size has seven bits in each byte.
      let old = [UInt8](try Data(contentsOf: fixture("media/tags.mp3")))
      let size = old[6..<10].reduce(0) { $0 << 7 | Int($1) } + 10
      let words = Array("eng\0One\nTwo".utf8)
      let frame: [UInt8] =
        Array("USLT".utf8) + [0, 0, 0, UInt8(words.count + 1), 0, 0, 3] + words
      let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
      try Data(tag + old[size...]).write(to: url)
      let asset = AVURLAsset(url: url)
      #expect(try await asset.load(.lyrics) == "One\nTwo")
      let items = AVMetadataItem.metadataItems(
        from: asset.metadata, filteredByIdentifier: .id3MetadataUnsynchronizedLyric)
      #expect(items.map(\.stringValue) == ["One\nTwo"])
      #expect(AVURLAsset(url: fixture("media/tags.mp3")).lyrics == nil)
    }

    @Test("a track of an asset is compatible with an audio track of a composition")
    func compatibleTrack() async throws {
      let asset = AVURLAsset(url: fixture("audio/wav8.wav"))
      let composition = AVMutableComposition()
      let track = try #require(
        composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
      let found = try #require(try await asset.findCompatibleTrack(for: track))
      #expect(found === asset.compatibleTrack(for: track) && found === asset.tracks.first)
      try track.insertTimeRange(found.timeRange, of: found, at: .zero)
      #expect(composition.isReadable && composition.isComposable && composition.isExportable)
      let absent = AVURLAsset(url: fixture("audio/absent.wav"))
      #expect(absent.compatibleTrack(for: track) == nil)
      await #expect(throws: AVError.self) { try await absent.findCompatibleTrack(for: track) }
    }
  #endif
}
