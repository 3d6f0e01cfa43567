import AVFAudio
import Foundation
import Testing

/// The values of a session's constants, as in Apple's SDKs.
@Suite struct SessionTypesTests {
  @Test func stringConstantsHaveTheirValues() {
    #expect(AVAudioSession.Port.headphones.rawValue == "Headphones")
    #expect(AVAudioSession.Category.playback.rawValue == "AVAudioSessionCategoryPlayback")
    #expect(AVAudioSession.Mode.default.rawValue == "AVAudioSessionModeDefault")
    #expect(
      AVAudioSession.routeChangeNotification == NSNotification.Name.AVAudioSessionRouteChange)
    #expect(
      AVAudioSession.interruptionNotification.rawValue == "AVAudioSessionInterruptionNotification")
    #expect(AVAudioSessionRouteChangeReasonKey == "AVAudioSessionRouteChangeReasonKey")
  }

  @Test func errorsHaveTheirCodes() {
    func code(_ text: String) -> Int { text.utf8.reduce(0) { $0 << 8 | Int($1) } }
    let codes: [(AVAudioSession.ErrorCode, String)] = [
      (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
      (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"), (.siriIsRecording, "siri"),
      (.cannotStartPlaying, "!pla"), (.cannotStartRecording, "!rec"),
      (.insufficientPriority, "!pri"), (.resourceNotAvailable, "!res"), (.unspecified, "what"),
      (.expiredSession, "!ses"), (.sessionNotActive, "inac"),
    ]
    for (error, text) in codes { #expect(error.rawValue == code(text)) }
    #expect(AVAudioSession.ErrorCode.badParam.rawValue == -50)
    #expect(AVAudioSession.PortOverride.speaker.rawValue == UInt(code("spkr")))
    #expect(AVAudioSession.RecordPermission.granted.rawValue == UInt(code("grnt")))
    #expect(AVAudioSession.RecordPermission.denied.rawValue == UInt(code("deny")))
    #expect(AVAudioSession.RecordPermission.undetermined.rawValue == UInt(code("undt")))
  }

  @Test func reasonsAndOptionsHaveTheirValues() {
    #expect(AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue == 2)
    #expect(AVAudioSession.RouteChangeReason.wakeFromSleep.rawValue == 6)
    #expect(AVAudioSession.InterruptionType(rawValue: 1) == .began)
    #expect(AVAudioSession.InterruptionType(rawValue: 0) == .ended)
    #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.rawValue == 17)
    #expect(
      AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
    #expect(AVAudioSession.CategoryOptions.allowBluetoothHFP.rawValue == 4)
    #expect(AVAudioSession.CategoryOptions.allowBluetooth == .allowBluetoothHFP)
    #expect(AVAudioSession.RouteSharingPolicy.longFormVideo.rawValue == 3)
  }
}
