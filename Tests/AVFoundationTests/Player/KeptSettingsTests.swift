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

  @Test("captions, pictures and networks change no sound, and their settings are kept")
  func pictures() {
    let player = AVPlayer()
    player.networkResourcePriority = .high
    player.isClosedCaptionDisplayEnabled = true
    player.preventsAutomaticBackgroundingDuringVideoPlayback = false
    player.allowsCaptureOfClearKeyVideo = true
    #expect(player.networkResourcePriority == .high && player.isClosedCaptionDisplayEnabled)
    #expect(!player.preventsAutomaticBackgroundingDuringVideoPlayback)
    #expect(player.allowsCaptureOfClearKeyVideo && AVPlayer.availableHDRModes.isEmpty)
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/nonexistent.wav"))
    item.variantPreferences = .scalabilityToLosslessAudio
    item.appliesPerFrameHDRDisplayMetadata = false
    item.configuredTimeOffsetFromLive = CMTime(value: 9, timescale: 1)
    item.automaticallyPreservesTimeOffsetFromLive = true
    let copy = item.copy() as? AVPlayerItem
    #expect(copy?.variantPreferences == .scalabilityToLosslessAudio)
    #expect(copy?.appliesPerFrameHDRDisplayMetadata == false)
    #expect(copy?.configuredTimeOffsetFromLive.seconds == 9)
    #expect(copy?.automaticallyPreservesTimeOffsetFromLive == true)
    #expect(copy?.recommendedTimeOffsetFromLive == .invalid)
  }

  @Test("a request to the seller of media ends, because there is no service")
  @MainActor func authorization() async {
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/nonexistent.wav"))
    #expect(item.contentAuthorizationRequestStatus == .unknown)
    await withCheckedContinuation { continuation in
      item.requestContentAuthorizationAsynchronously(withTimeoutInterval: 60) {
        continuation.resume()
      }
    }
    #expect(item.contentAuthorizationRequestStatus == .notAvailable)
    item.cancelContentAuthorizationRequest()
    #expect(item.contentAuthorizationRequestStatus == .notAvailable)
    let copy = item.copy() as? AVPlayerItem
    #expect(copy?.contentAuthorizationRequestStatus == .unknown)
  }

  @Test("the types of readable media have names")
  func contentTypes() {
    let types = AVURLAsset.audiovisualContentTypes
    #expect(types.contains(.mp3) && types.contains(.wav) && types.contains(.quickTimeMovie))
    #expect(!types.contains(.png) && types.allSatisfy { $0.conforms(to: .audiovisualContent) })
  }

  @Test("restrictions of references are those of the options")
  func references() {
    let url = URL(fileURLWithPath: "/nonexistent.wav")
    let bits = NSNumber(value: AVAssetReferenceRestrictions.forbidAll.rawValue)
    let asset = AVURLAsset(url: url, options: [AVURLAssetReferenceRestrictionsKey: bits])
    #expect(asset.referenceRestrictions == .forbidAll && asset.trackGroups.isEmpty)
    #expect(AVURLAsset(url: url).referenceRestrictions == .forbidLocalReferenceToRemote)
    #expect(asset.minimumTimeOffsetFromLive == .invalid)
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
