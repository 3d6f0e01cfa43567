#if PulseAudio
  import AudioDevices
  import AudioRouting
  import Foundation
  import TestSupport
  import Testing

  @testable import AVFAudio

  /// A server that silences programs for a call, or dies.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct SessionInterruptionTests {
    private let server: PrivatePulseAudio
    private let session: AVAudioSession
    private let log: SessionLog
    private let player: AVAudioPlayer

    init() throws {
      server = try PrivatePulseAudio(sink: .null)
      session = AVAudioSession(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
      log = SessionLog(session)
      let folder = try PlayerFolder()
      player = try AVAudioPlayer(
        contentsOf: folder.write([[Float](repeating: 0.1, count: 44_100)]))
      player.numberOfLoops = -1
      player.currentDevice = "pulse:\(server.server)"
      try session.setCategory(.playback)
      try session.setActive(true)
    }

    private func call() throws -> ChildProcess {
      try ChildProcess(
        "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
        environment: server.environment)
    }

    private func corked() throws -> Int {
      try server.pactl("list", "sink-inputs").components(separatedBy: "Corked: yes").count - 1
    }

    private func play() throws {
      _ = try server.pactl("load-module", "module-role-cork")
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.1 })
    }

    @Test func aCallInterruptsAndEnds() throws {
      try play()
      let call = try call()
      #expect(waitUntil { log.interruptions == ["began"] })
      #expect(try waitUntil { try corked() == 1 })
      do {
        try session.setActive(true)
        Issue.record("active in a call")
      } catch {
        #expect((error as NSError).code == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
      }
      call.kill(SIGTERM)
      #expect(waitUntil { log.interruptions == ["began", "ended, resume"] })
      try session.setActive(true)
      #expect(player.play())
      let played = player.currentTime
      #expect(waitUntil { player.currentTime > played + 0.2 })
      player.stop()
    }

    @Test func aCallPausesAPlayerAndNotifiesItsDelegate() throws {
      let listener = InterruptionListener()
      player.delegate = listener
      player.listen(to: session.session)
      try play()
      let call = try call()
      #expect(waitUntil { log.interruptions == ["began"] })
      #expect(waitUntil { !player.isPlaying && listener.lines == ["begin"] })
      call.kill(SIGTERM)
      #expect(waitUntil { listener.lines == ["begin", "end 1"] })
      #expect(!player.isPlaying)
      #expect(player.play())
      #expect(try waitUntil { try corked() == 0 })
      player.stop()
    }

    @Test func aCallPausesARecorderUntilItEnds() throws {
      let folder = try RecorderFolder()
      let listener = InterruptionListener()
      try folder.recording(from: .pulseAudio(server: server.server, source: "speaker.monitor")) {
        let recorder = try AVAudioRecorder(
          url: folder.url("call.wav"), settings: [AVNumberOfChannelsKey: 1])
        recorder.delegate = listener
        recorder.listen(to: session.session)
        #expect(recorder.record())
        try play()
        #expect(waitUntil { recorder.currentTime > 0.1 })
        let call = try call()
        #expect(waitUntil { !recorder.isRecording && listener.lines == ["begin"] })
        let recorded = recorder.currentTime
        #expect(recorded > 0.1)
        call.kill(SIGTERM)
        #expect(waitUntil { listener.lines == ["begin", "end 1"] })
        #expect(!recorder.isRecording && recorder.currentTime == recorded)
        #expect(recorder.record())
        #expect(waitUntil { recorder.currentTime > recorded + 0.1 })
        recorder.stop()
        let file = try AVAudioFile(forReading: folder.url("call.wav"))
        #expect(Double(file.length) / 44_100 > recorded + 0.1)
      }
      player.stop()
    }

    @Test func aPlayerPausedDuringACallStaysPausedAndIsNotified() throws {
      try play()
      let call = try call()
      #expect(waitUntil { log.interruptions == ["began"] })
      player.pause()
      call.kill(SIGTERM)
      #expect(waitUntil { log.interruptions == ["began", "ended, resume"] })
      #expect(try waitUntil { try corked() == 1 })
      #expect(player.play())
      #expect(try waitUntil { try corked() == 0 })
      player.stop()
    }

    @Test func aPlayerStoppedDuringACallIsNotifiedOfItsEnd() throws {
      try play()
      let call = try call()
      #expect(waitUntil { log.interruptions == ["began"] })
      player.stop()
      #expect(session.isOtherAudioPlaying)
      #expect(log.interruptions == ["began"])
      call.kill(SIGTERM)
      #expect(waitUntil { log.interruptions == ["began", "ended, resume"] })
    }

    @Test func aServersLossAndReturnAreReported() throws {
      try play()
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
      server.stop()
      #expect(waitUntil { log.lines == ["lost"] })
      #expect(session.currentRoute.outputs.isEmpty)
      try server.start()
      #expect(waitUntil { log.lines == ["lost", "reset"] })
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
      let played = player.currentTime
      #expect(waitUntil { player.currentTime != played })
      player.stop()
    }

    @Test func aServersLossEndsACall() throws {
      try play()
      let call = try call()
      #expect(waitUntil { log.interruptions == ["began"] })
      server.stop()
      #expect(
        waitUntil { log.lines.suffix(2) == ["lost", "ended, resume"] }, "\(log.lines)")
      call.kill(SIGTERM)
      player.stop()
    }
  }

  /// The interruption events of delegates.
  private final class InterruptionListener:
    NSObject, AVAudioPlayerDelegate, AVAudioRecorderDelegate, @unchecked Sendable
  {
    // Sendable: `lock` guards all mutable state.
    private let lock = NSLock()
    private var all: [String] = []

    var lines: [String] { lock.withLock { all } }

    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {
      lock.withLock { all.append("begin") }
    }

    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
      lock.withLock { all.append("end \(flags)") }
    }

    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {
      lock.withLock { all.append("begin") }
    }

    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
      lock.withLock { all.append("end \(flags)") }
    }
  }
#endif
