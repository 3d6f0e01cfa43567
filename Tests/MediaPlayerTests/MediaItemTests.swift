import Foundation
import MediaPlayer
import TestSupport
import Testing

@testable import MediaPlayer
@testable import NowPlaying

/// Items, images, and the values of dictionaries.
@Suite struct MediaItemTests {
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
    40, 0, 0, 0, 30,
  ]

  @Test("an image has the size of its header, and comes from data or from a file")
  func images() throws {
    let folder = try TemporaryFolder()
    let file = folder.url("cover.png")
    try Data(Self.png).write(to: file)
    let image = try #require(UIImage(contentsOfFile: file.path))
    #expect(image.size == CGSize(width: 40, height: 30))
    #expect(image.pngData() == Data(Self.png))
    #expect(image.jpegData(compressionQuality: 1) == nil)
    #expect(NSImage(contentsOf: file)?.data == image.data)
    #expect(UIImage(data: Data("no image".utf8)) == nil)
    #expect(UIImage(data: Data(Self.png.prefix(20))) == nil)
    #expect(UIImage(contentsOfFile: folder.url("missing").path) == nil)
    #expect(UIImage(named: "missing") == nil)
    let artwork = MPMediaItemArtwork(image: image)
    #expect(artwork.bounds == CGRect(x: 0, y: 0, width: 40, height: 30))
    #expect(artwork.image(at: CGSize(width: 1, height: 1)) === image)
  }

  #if LibAV && Video
    @Test("an image can be made of a picture of a film, which it encodes")
    func filmImages() throws {
      let folder = try TemporaryFolder()
      let film = folder.url("film.mp4")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=64x32:d=1", "-c:v",
          "mpeg4", "-y", film.path,
        ])
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: film))
      let picture = try generator.copyCGImage(at: .zero, actualTime: nil)
      let image = UIImage(cgImage: picture)
      #expect(image.size == CGSize(width: 64, height: 32) && image.cgImage === picture)
      #expect(UIImage(data: try #require(image.pngData()))?.size == image.size)
      #expect(
        UIImage(data: try #require(image.jpegData(compressionQuality: 0.9)))?.size == image.size)
      #expect(UIImage(data: image.data)?.cgImage == nil)
      #expect(NSImage(cgImage: picture, size: .zero).size == image.size)
    }
  #endif

  @Test("an item has the values of its properties, and neutral values otherwise")
  func items() {
    let item = MPMediaItem(openCoreAudioProperties: [
      MPMediaItemPropertyTitle: "Title", MPMediaItemPropertyPlaybackDuration: 3.5,
      MPMediaItemPropertyAlbumTrackNumber: 7, MPMediaItemPropertyIsExplicit: true,
      MPMediaEntityPropertyPersistentID: UInt64(9),
    ])
    #expect(item.title == "Title")
    #expect(item.playbackDuration == 3.5)
    #expect(item.albumTrackNumber == 7)
    #expect(item.isExplicitItem)
    #expect(item.persistentID == 9)
    #expect(item[MPMediaItemPropertyTitle] as? String == "Title")
    #expect(item[1] == nil)
    var found: [String] = []
    item.enumerateValues(forProperties: [
      MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, MPMediaItemPropertyPlaybackDuration,
    ]) { name, _, stop in
      found.append(name)
      stop.pointee = true
    }
    #expect(found == [MPMediaItemPropertyPlaybackDuration])
    let empty = MPMediaItem()
    #expect(empty.title == nil && empty.rating == 0 && empty.mediaType == .music)
  }

  @Test("numbers, texts and URLs of any type are read, and values of other types are not")
  func dictionaries() {
    let values = DictionaryValues(values: [
      "double": 1.5, "float": Float(1.5), "int": 3, "number": NSNumber(value: 2.5),
      "nan": Double.nan, "text": NSString(string: "t"), "empty": "", "bool": true,
      "url": NSURL(string: "http://a/b") as Any, "large": 1e300,
    ])
    #expect(["double", "float", "int", "number"].map(values.number) == [1.5, 1.5, 3, 2.5])
    #expect(values.number("nan") == nil && values.number("text") == nil)
    #expect(values.number("bool") == 1)
    #expect(values.integer("large") == nil && values.integer("double") == 1)
    #expect(values.text("text") == "t" && values.text("empty") == nil)
    #expect(values.url("url") == "http://a/b")
    #expect(NowPlayingContent.Update([:]) == nil)
  }

  @Test("the played part replaces a missing elapsed time")
  func progress() {
    let update = NowPlayingContent.Update([
      MPMediaItemPropertyPlaybackDuration: 200, MPNowPlayingInfoPropertyPlaybackProgress: 0.25,
    ])
    #expect(update?.elapsed == 50)
  }

  @Test("language options without a language and an identifier are automatic")
  func languages() {
    let automatic = MPNowPlayingInfoLanguageOption(
      type: .audible, languageTag: "", characteristics: nil, displayName: "", identifier: "")
    #expect(automatic.isAutomaticAudibleLanguageOption())
    #expect(!automatic.isAutomaticLegibleLanguageOption())
    let german = MPNowPlayingInfoLanguageOption(
      type: .legible, languageTag: "de",
      characteristics: [MPLanguageOptionCharacteristicEasyToRead], displayName: "Deutsch",
      identifier: "de")
    #expect(!german.isAutomaticLegibleLanguageOption())
    let group = MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: [german], defaultLanguageOption: german, allowEmptySelection: true)
    #expect(group.languageOptions == [german])
  }

  @Test("raw values are those of Apple's headers")
  func rawValues() {
    #expect(MPNowPlayingPlaybackState.interrupted.rawValue == 4)
    #expect(MPRemoteCommandHandlerStatus.noActionableNowPlayingItem.rawValue == 110)
    #expect(MPRemoteCommandHandlerStatus.commandFailed.rawValue == 200)
    #expect(MPRepeatType.all.rawValue == 2 && MPShuffleType.collections.rawValue == 2)
    #expect(MPMediaType.anyVideo.rawValue == 65280)
  }
}
