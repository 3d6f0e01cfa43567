import AVKit
import Testing

/// The view of a program that imports AVKit only.
struct AVKitImportTests {
  @Test("players, their items, mixes and taps are visible")
  func namesAreInReach() {
    let player = AVPlayer()
    #expect(player.currentItem == nil && CMTime.zero.isValid)
    let parameters = AVMutableAudioMixInputParameters()
    #expect(parameters.audioTapProcessor == nil)
    #expect(kMTAudioProcessingTapCreationFlag_PostEffects == 2)
  }
}
