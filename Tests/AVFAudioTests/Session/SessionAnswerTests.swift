import AudioDevices
import AudioRouting
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Answers of a session for hardware that Linux lacks, and values that it only keeps.
@Suite struct SessionAnswerTests {
  private let session = AVAudioSession(ProcessSession(DeviceChoice([.null])))

  @Test func preferencesAreKept() throws {
    #expect(!session.prefersNoInterruptionsFromSystemAlerts && !session.supportsMultichannelContent)
    #expect(!session.allowHapticsAndSystemSoundsDuringRecording)
    #expect(!session.prefersEchoCancelledInput && session.preferredInputOrientation == .none)
    #expect(session.preferredMicrophoneInjectionMode == .none)
    try session.setPrefersNoInterruptionsFromSystemAlerts(true)
    #expect(session.prefersNoInterruptionsFromSystemAlerts && !session.supportsMultichannelContent)
    try session.setSupportsMultichannelContent(true)
    #expect(session.supportsMultichannelContent)
    #expect(!session.allowHapticsAndSystemSoundsDuringRecording)
    try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
    #expect(session.allowHapticsAndSystemSoundsDuringRecording)
    #expect(!session.prefersEchoCancelledInput)
    try session.setPrefersEchoCancelledInput(true)
    #expect(session.prefersEchoCancelledInput && !session.isEchoCancelledInputEnabled)
    #expect(!session.isEchoCancelledInputAvailable)
    try session.setPreferredInputOrientation(.landscapeLeft)
    #expect(session.preferredInputOrientation == .landscapeLeft)
    #expect(session.inputOrientation == .none)
    try session.setPreferredMicrophoneInjectionMode(.spokenAudio)
    #expect(session.preferredMicrophoneInjectionMode == .spokenAudio)
    #expect(!session.isMicrophoneInjectionAvailable)
  }

  @Test func unavailablePreferencesAreRefused() throws {
    #expect(!session.prefersInterruptionOnRouteDisconnect)
    try session.setPrefersInterruptionOnRouteDisconnect(false)
    #expect(
      sessionCode { try session.setPrefersInterruptionOnRouteDisconnect(true) }
        == .resourceNotAvailable)
    try session.setAggregatedIOPreference(.notSpecified)
    #expect(
      sessionCode { try session.setAggregatedIOPreference(.aggregated) } == .resourceNotAvailable)
  }

  @Test func portsHaveNoDataSources() throws {
    #expect(session.inputDataSources == nil && session.inputDataSource == nil)
    #expect(session.outputDataSources == nil && session.outputDataSource == nil)
    try session.setInputDataSource(nil)
    try session.setOutputDataSource(nil)
    let device = ServerDevice(isOutput: true, index: 0, name: "a", title: "A")
    let port = AVAudioSessionPortDescription(SessionPort(device))
    #expect(port.dataSources == nil && port.selectedDataSource == nil)
    #expect(port.preferredDataSource == nil)
    try port.setPreferredDataSource(nil)
    #expect(!port.hasHardwareVoiceCallProcessing && !port.isSpatialAudioEnabled)
  }

  @Test func thereAreNoSpecialRenderingModes() {
    #expect(session.promptStyle == .normal && session.renderingMode == .notApplicable)
    #expect(session.supportedOutputChannelLayouts.isEmpty)
  }

  @Test func playbackCanStartOnThisMachine() async {
    let (isReady, selection) = await withCheckedContinuation { continuation in
      session.prepareRouteSelectionForPlayback { continuation.resume(returning: ($0, $1)) }
    }
    #expect(isReady && selection == .local)
  }

  @Test func constantsHaveApplesValues() {
    func code(_ text: String) -> UInt { text.utf8.reduce(0) { $0 << 8 | UInt($1) } }
    #expect(AVAudioSession.PromptStyle.none.rawValue == code("none"))
    #expect(AVAudioSession.PromptStyle.short.rawValue == code("shrt"))
    #expect(AVAudioSession.PromptStyle.normal.rawValue == code("nrml"))
    #expect(AVAudioSession.StereoOrientation.landscapeLeft.rawValue == 4)
    #expect(AVAudioSession.IOType.aggregated.rawValue == 1)
    #expect(AVAudioSession.RenderingMode.dolbyAtmos.rawValue == 5)
    #expect(AVAudioSession.Location.lower.rawValue == "Lower")
    #expect(AVAudioSession.Orientation.bottom.rawValue == "Bottom")
    #expect(AVAudioSession.PolarPattern.omnidirectional.rawValue == "Omnidirectional")
    #expect(
      AVAudioSession.spatialPlaybackCapabilitiesChangedNotification.rawValue
        == "AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
  }

  @available(*, deprecated) @Test func namesOfEarlySystemsStillWork() throws {
    #expect(session.inputIsAvailable == session.isInputAvailable)
    try session.setPreferredHardwareSampleRate(48_000)
    #expect(session.preferredSampleRate == 48_000 && session.preferredHardwareSampleRate == 48_000)
    #expect(session.currentHardwareSampleRate == session.sampleRate)
    #expect(session.currentHardwareInputNumberOfChannels == session.inputNumberOfChannels)
    #expect(session.currentHardwareOutputNumberOfChannels == session.outputNumberOfChannels)
    try session.setActive(
      true, withFlags: AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation)
    #expect(session.session.isActive)
    #expect(AVAudioSessionInterruptionFlags_ShouldResume == 1)
    #expect(
      AVAudioSessionErrorInsufficientPriority
        == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
    #expect(
      AVAudioSessionInterruptionWasSuspendedKey == "AVAudioSessionInterruptionWasSuspendedKey")
  }
}
