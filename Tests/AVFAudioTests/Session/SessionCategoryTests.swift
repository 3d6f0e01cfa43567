import AudioDevices
import AudioRouting
import Foundation
import Testing

@testable import AVFAudio

/// The settings of a session on a machine without a sound server.
@Suite struct SessionCategoryTests {
  private let session = AVAudioSession(ProcessSession(DeviceChoice([.null])))

  @Test func aProgramHasOneSession() {
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
  }

  @Test func initialValues() {
    #expect(session.category == .soloAmbient)
    #expect(session.mode == .default)
    #expect(session.categoryOptions == [])
    #expect(session.routeSharingPolicy == .default)
    #expect(session.preferredSampleRate == 0)
    #expect(session.preferredIOBufferDuration == 0)
    #expect(session.recordPermission == .granted)
    #expect(session.preferredInput == nil)
  }

  @Test func everyFormOfSetCategory() throws {
    try session.setCategory(.playback)
    #expect(session.category == .playback && session.categoryOptions == [])
    try session.setCategory(.playback, options: .mixWithOthers)
    #expect(session.categoryOptions == .mixWithOthers)
    try session.setCategory(.playback, mode: .moviePlayback)
    #expect(session.mode == .moviePlayback && session.categoryOptions == [])
    try session.setCategory(
      .playback, mode: .spokenAudio, policy: .longFormAudio, options: .duckOthers)
    #expect(session.mode == .spokenAudio && session.routeSharingPolicy == .longFormAudio)
    #expect(session.session.setup.role == .phone)
    try session.setMode(.moviePlayback)
    #expect(session.mode == .moviePlayback && session.categoryOptions == .duckOthers)
    // A category without the mode resets it.
    try session.setCategory(.ambient)
    #expect(session.mode == .default)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
  }

  @Test func inconsistentSettingsAreRefused() throws {
    try session.setCategory(.playback)
    let refused: [(AVAudioSession.Category, AVAudioSession.Mode, AVAudioSession.CategoryOptions)] =
      [
        (.playback, .voiceChat, []), (.record, .gameChat, []), (.ambient, .videoChat, []),
        (.playback, .videoRecording, []), (.record, .moviePlayback, []),
        (.ambient, .measurement, []), (.playback, .default, .defaultToSpeaker),
        (.playback, .default, .allowBluetooth), (.soloAmbient, .default, .mixWithOthers),
        (.record, .default, .duckOthers),
        (AVAudioSession.Category(rawValue: "Loud"), .default, []),
        (.playback, AVAudioSession.Mode(rawValue: "Loud"), []),
      ]
    for (category, mode, options) in refused {
      let code = sessionCode { try session.setCategory(category, mode: mode, options: options) }
      #expect(code == .badParam, "\(category) \(mode) \(options)")
    }
    #expect(
      sessionCode {
        try session.setCategory(.playback, mode: .default, policy: .independent, options: [])
      } == .badParam)
    #expect(sessionCode { try session.setMode(.voiceChat) } == .badParam)
    #expect(session.category == .playback && session.mode == .default)
    #expect(!session.availableModes.contains(.voiceChat))
    try session.setCategory(.playAndRecord, options: [.defaultToSpeaker, .allowBluetooth])
    #expect(session.availableModes.contains(.voiceChat))
  }

  @Test func preferencesAreKept() throws {
    try session.setPreferredSampleRate(48_000)
    #expect(session.preferredSampleRate == 48_000)
    #expect(session.sampleRate == 48_000)
    #expect(sessionCode { try session.setPreferredSampleRate(-1) } == .badParam)
    #expect(sessionCode { try session.setPreferredSampleRate(.nan) } == .badParam)
    #expect(sessionCode { try session.setPreferredIOBufferDuration(.infinity) } == .badParam)
    #expect(sessionCode { try session.setPreferredOutputNumberOfChannels(9) } == .badParam)
    try session.setPreferredOutputNumberOfChannels(0)
  }

  @Test func withoutAServerThereIsNoRoute() throws {
    #expect(session.currentRoute.outputs.isEmpty)
    #expect(session.currentRoute.inputs.isEmpty)
    #expect(session.availableInputs == nil)
    #expect(!session.isInputAvailable)
    #expect(!session.isOtherAudioPlaying)
    #expect(session.outputNumberOfChannels == 0)
    #expect(session.outputLatency == 0)
    #expect(sessionCode { try session.overrideOutputAudioPort(.speaker) } == .incompatibleCategory)
    try session.overrideOutputAudioPort(.none)
    try session.setCategory(.playAndRecord)
    #expect(session.availableInputs == [])
    #expect(sessionCode { try session.overrideOutputAudioPort(.speaker) } == .resourceNotAvailable)
    let port = AVAudioSessionPortDescription(
      SessionPort(ServerDevice(isOutput: false, index: 1, name: "none", title: "None")))
    #expect(sessionCode { try session.setPreferredInput(port) } == .resourceNotAvailable)
    try session.setPreferredInput(nil)
  }
}
