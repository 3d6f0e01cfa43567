import AVFoundation
import Foundation
import Testing

/// Settings that programs set, and that change no sound.
@Suite struct KeptSettingsTests {
  @Test("the settings of a player and its item are kept")
  func kept() {
    let item = AVPlayerItem(
      asset: AVURLAsset(url: URL(fileURLWithPath: "/nonexistent.wav")),
      automaticallyLoadedAssetKeys: [.duration, .tracks])
    #expect(item.automaticallyLoadedAssetKeys == ["duration", "tracks"])
    item.preferredMaximumResolution = CGSize(width: 640, height: 360)
    item.canUseNetworkResourcesForLiveStreamingWhilePaused = true
    #expect(item.preferredMaximumResolution.width == 640)
    #expect(item.canUseNetworkResourcesForLiveStreamingWhilePaused)
    let player = AVPlayer(playerItem: item)
    player.allowsExternalPlayback = false
    player.audiovisualBackgroundPlaybackPolicy = .continuesIfPossible
    #expect(!player.allowsExternalPlayback && !player.isExternalPlaybackActive)
    #expect(player.audiovisualBackgroundPlaybackPolicy == .continuesIfPossible)
  }

  #if FLAC && HTTP && LibAV && MPG123
    @Test("an asset has its date, and an unused track number")
    func asset() async throws {
      let asset = AVURLAsset(url: fixture("media/tags.m4a"))
      #expect(asset.creationDate?.commonKey == .commonKeyCreationDate)
      #expect(asset.unusedTrackID() == 2)
    }
  #endif
}
