import AudioPlayback
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// The permission to record, and muted input.
@Suite struct AVAudioApplicationTests {
  private let mute = InputMute()
  private var application: AVAudioApplication { AVAudioApplication(mute) }

  @Test func recordingIsAllowed() async {
    #expect(AVAudioApplication.shared === AVAudioApplication.shared)
    #expect(AVAudioApplication.shared.recordPermission == .granted)
    #expect(await AVAudioApplication.requestRecordPermission())
    let permission: AVAudioApplication.recordPermission = .granted
    #expect(UInt(permission.rawValue) == AVAudioSession.RecordPermission.granted.rawValue)
  }

  @Test func microphoneInjectionIsDisabled() {
    #expect(AVAudioApplication.shared.microphoneInjectionPermission == .serviceDisabled)
  }

  @Test func permissionsHaveTheirCodes() {
    func code(_ text: String) -> Int { text.utf8.reduce(0) { $0 << 8 | Int($1) } }
    typealias Permission = AVAudioApplication.recordPermission
    typealias Injection = AVAudioApplication.MicrophoneInjectionPermission
    #expect(Permission.granted.rawValue == code("grnt"))
    #expect(Permission.denied.rawValue == code("deny"))
    #expect(Permission.undetermined.rawValue == code("undt"))
    #expect(Injection.serviceDisabled.rawValue == code("srds"))
    #expect(Injection.granted.rawValue == code("grnt"))
    #expect(Injection.denied.rawValue == code("deny"))
    #expect(Injection.undetermined.rawValue == code("undt"))
  }

  @Test func everyChangeIsReportedOnce() throws {
    let application = application
    let notified = Notified()
    let token = NotificationCenter.default.addObserver(
      forName: AVAudioApplication.inputMuteStateChangeNotification, object: application, queue: nil
    ) { notified.add($0.userInfo?[AVAudioApplication.muteStateKey] as? Bool) }
    defer { NotificationCenter.default.removeObserver(token) }
    for isMuted in [false, true, true, false, false] {
      try application.setInputMuted(isMuted)
      #expect(application.isInputMuted == isMuted)
    }
    #expect(notified.states == [true, false])
  }

  @Test func theHandlerDecides() throws {
    let application = application
    let asked = Notified()
    try application.setInputMuteStateChangeHandler { isMuted in
      asked.add(isMuted)
      return isMuted
    }
    try application.setInputMuted(true)
    #expect(throws: NSError.session(.unspecified)) { try application.setInputMuted(false) }
    #expect(application.isInputMuted)
    try application.setInputMuteStateChangeHandler(nil)
    try application.setInputMuted(false)
    #expect(!application.isInputMuted)
    #expect(asked.states == [true, false])
  }

  @Test func aMutedRecorderRecordsSilence() throws {
    let folder = try RecorderFolder()
    let application = application
    try application.setInputMuted(true)
    try RecordingEngine.$inputMute.withValue(mute) {
      try folder.recording {
        let recorder = try AVAudioRecorder(
          url: folder.url("muted.wav"), settings: [AVNumberOfChannelsKey: 1])
        #expect(recorder.record())
        #expect(waitUntil { recorder.currentTime > 0.2 })
        recorder.stop()
      }
    }
    let samples = try folder.recorded("muted.wav")
    #expect(samples.count > 4000)
    #expect(!samples.contains { $0 != 0 })
  }

  /// The events in order.
  private final class Notified: Sendable {
    private let kept = Mutex<[Bool?]>([])

    var states: [Bool?] { kept.withLock { $0 } }

    func add(_ state: Bool?) { kept.withLock { $0.append(state) } }
  }
}
