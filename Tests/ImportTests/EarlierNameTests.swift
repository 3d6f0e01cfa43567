import AVFoundation
import Testing

/// Names from older programs and headers, in a program that imports AVFoundation only.
@Suite struct EarlierNameTests {
  @available(*, deprecated)
  @Test("categories and modes keep the names from Swift before 4.2")
  func categories() throws {
    let session = AVAudioSession.sharedInstance()
    defer { try? session.setCategory(.soloAmbient) }
    try session.setCategory(AVAudioSessionCategoryPlayback, with: [.mixWithOthers])
    #expect(session.category == .playback && session.categoryOptions == .mixWithOthers)
    try session.setCategory(
      AVAudioSessionCategoryPlayAndRecord, mode: AVAudioSessionModeVoiceChat, options: [])
    #expect(session.category == .playAndRecord && session.mode == .voiceChat)
    #expect(AVAudioSessionCategoryMultiRoute.rawValue == "AVAudioSessionCategoryMultiRoute")
    #expect(AVAudioSessionModeSpokenAudio.rawValue == "AVAudioSessionModeSpokenAudio")
  }

  @Test("errors of older functions are integers without their own type")
  func errors() {
    let errors: [Int] = [readErr, eofErr, fnfErr, paramErr, permErr, memFullErr]
    #expect(errors == [-19, -39, -43, -50, -54, -108])
    #expect(OSStatus(paramErr) == kAudio_ParamError)
    #expect(OSStatus(eofErr) == kAudioFileEndOfFileError)
    #expect(kAudioComponentErr_InstanceInvalidated == -66749 as OSStatus)
    #expect(kAudioCodecPropertyPacketSizeLimitForVBR == 0x7061_6B6C)
  }

  @Test("logs and kinds of media need no separate import")
  func logsAndMedia() {
    let log = OSLog(subsystem: "org.example", category: "tests")
    #expect(log.isEnabled(type: .error))
    os_log("%{public}d of %@", log: .disabled, type: .info, 5 as UInt8, ["a": 1.5])
    #expect(AVMediaType.audio.rawValue == "soun" && AVMediaType("vide") == .video)
  }
}
