#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Languages of streams by Apple's names.
  @Suite struct MediaSelectionTests {
    private let folder: TemporaryFolder
    private let asset: AVURLAsset

    init() throws {
      folder = try TemporaryFolder()
      let sound = try SegmentedSound(.adts, seconds: 3)
      for (name, bytes) in sound.files { try Tool.write(bytes, to: folder.url(name)) }
      let media = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",URI=\"list.m3u8\","
      let list = """
        #EXTM3U
        \(media)NAME="English",LANGUAGE="en",DEFAULT=YES
        \(media)NAME="Commentary",LANGUAGE="en-GB",CHARACTERISTICS="public.auxiliary-content"
        \(media)NAME="Deutsch",LANGUAGE="de"
        #EXT-X-STREAM-INF:BANDWIDTH=200000,AUDIO="a"
        list.m3u8

        """
      try Tool.write(Array(list.utf8), to: folder.url("main.m3u8"))
      asset = AVURLAsset(url: folder.url("main.m3u8"))
    }

    private func names(_ options: [AVMediaSelectionOption]) -> [String] {
      options.map(\.displayName)
    }

    @Test("the options of a stream have names, languages and qualities")
    func options() async throws {
      let loaded = try await asset.loadMediaSelectionGroup(for: .audible)
      let group = try #require(loaded)
      let all = group.options
      #expect(names(all) == ["English", "Commentary", "Deutsch"])
      #expect(group.defaultOption == all[0] && !group.allowsEmptySelection)
      #expect(all.map(\.extendedLanguageTag) == ["en", "en-GB", "de"])
      #expect(all.map { $0.hasMediaCharacteristic(.isAuxiliaryContent) } == [false, true, false])
      #expect(all.map { $0.commonMetadata.first?.stringValue } == names(all))
      #expect(group.mediaSelectionOption(withPropertyList: all[2].propertyList()) == all[2])
      typealias Group = AVMediaSelectionGroup
      let sorted = Group.mediaSelectionOptions(
        from: all, filteredAndSortedAccordingToPreferredLanguages: ["de", "en-GB"])
      #expect(names(sorted) == ["Deutsch", "Commentary", "English"])
      let german = Group.mediaSelectionOptions(from: all, with: Locale(identifier: "de_AT"))
      #expect(names(german) == ["Deutsch"])
      let main = Group.mediaSelectionOptions(
        from: all, withoutMediaCharacteristics: [.isAuxiliaryContent])
      #expect(names(main) == ["English", "Deutsch"])
      #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions == [.audible])
      #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .legible) == nil)
    }

    @Test("an asset lists its choices, and a mutable choice describes another one")
    func choices() throws {
      let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      let all = asset.allMediaSelections
      #expect(all.map { $0.selectedMediaOption(in: group) } == group.options)
      let choice = try #require(all[2].mutableCopy() as? AVMutableMediaSelection)
      #expect(choice.selectedMediaOption(in: group) == group.options[2])
      choice.select(group.options[1], in: group)
      let copy = try #require(choice.copy() as? AVMediaSelection)
      choice.select(nil, in: group)
      #expect(choice.selectedMediaOption(in: group) == group.options[0])
      #expect(copy.selectedMediaOption(in: group) == group.options[1])
      #expect(group.options.allSatisfy { $0.availableMetadataFormats.isEmpty })
    }

    @Test("the client's MIME type finds a playlist that its bytes do not show")
    func mimeType() throws {
      let list = String(decoding: try Data(contentsOf: folder.url("main.m3u8")), as: UTF8.self)
      let url = folder.url("other")
      try Tool.write(Array(("# A comment\n" + list).utf8), to: url)
      #expect(!AVURLAsset(url: url).isPlayable)
      let options = [AVURLAssetOverrideMIMETypeKey: "application/vnd.apple.mpegurl"]
      #expect(AVURLAsset(url: url, options: options).isPlayable)
    }

    @Test("a selection is kept and reported; options of other groups have no effect")
    func selection() throws {
      let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      let item = AVPlayerItem(asset: asset)
      let count = Mutex(0)
      let observer = NotificationCenter.default.addObserver(
        forName: AVPlayerItem.mediaSelectionDidChangeNotification, object: item, queue: nil
      ) { _ in count.withLock { $0 += 1 } }
      defer { NotificationCenter.default.removeObserver(observer) }
      #expect(item.selectedMediaOption(in: group) == group.options[0])
      item.select(group.options[0], in: group)
      #expect(count.withLock { $0 } == 0)
      item.select(group.options[2], in: group)
      #expect(item.currentMediaSelection.selectedMediaOption(in: group) == group.options[2])
      item.select(nil, in: group)
      #expect(item.selectedMediaOption(in: group) == group.defaultOption)
      #expect(count.withLock { $0 } == 2)
    }

    private func criteria(
      _ languages: [String]?, _ preferred: [AVMediaCharacteristic]? = nil,
      principal: [AVMediaCharacteristic]? = nil
    ) -> AVPlayerMediaSelectionCriteria {
      AVPlayerMediaSelectionCriteria(
        principalMediaCharacteristics: principal, preferredLanguages: languages,
        preferredMediaCharacteristics: preferred)
    }

    @Test("criteria choose the option of an item, unless the client selects one")
    func automaticSelection() throws {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try VirtualClock().run {
          let item = AVPlayerItem(asset: asset)
          let player = AVPlayer()
          let german = criteria(["fr", "de"])
          player.setMediaSelectionCriteria(german, forMediaCharacteristic: .audible)
          #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) === german)
          #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .legible) == nil)
          player.replaceCurrentItem(with: item)
          player.play()
          VirtualClock.sleep(nanoseconds: 1_000_000_000)
          let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
          func name() -> String? { item.selectedMediaOption(in: group)?.displayName }
          #expect(name() == "Deutsch" && player.rate == 1)
          func apply(_ new: AVPlayerMediaSelectionCriteria?) -> String? {
            player.setMediaSelectionCriteria(new, forMediaCharacteristic: .audible)
            return name()
          }
          #expect(apply(criteria(["en"], [.isAuxiliaryContent])) == "English")
          #expect(apply(criteria(["en-GB"])) == "Commentary")
          #expect(apply(criteria(["it"])) == "English")
          #expect(apply(criteria(["de"], principal: [.isAuxiliaryContent])) == "Commentary")
          #expect(apply(nil) == "English")
          player.appliesMediaSelectionCriteriaAutomatically = false
          #expect(apply(criteria(["de"])) == "English")
          player.appliesMediaSelectionCriteriaAutomatically = true
          #expect(name() == "Deutsch")
          item.select(group.options[1], in: group)
          #expect(apply(criteria(["en"])) == "Commentary")
          func isAutomatic() -> Bool {
            item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group)
          }
          #expect(!isAutomatic())
          item.selectMediaOptionAutomatically(in: group)
          #expect(isAutomatic())
          #expect(name() == "English" && item.status == .readyToPlay)
        }
      }
    }

    @Test("a file has no options")
    func file() {
      let asset = AVURLAsset(url: fixture("audio/wav8.wav"))
      #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil)
      #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
    }
  }
#endif
