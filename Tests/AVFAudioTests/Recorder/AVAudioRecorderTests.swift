import AVFAudio
import AudioDevices
import Foundation
import TestSupport
import Testing

/// Recording from a file, which delivers frames as fast as they are read.
@Suite struct AVAudioRecorderTests {
  private let folder: RecorderFolder
  private let listener = RecorderListener()

  init() throws { folder = try RecorderFolder() }

  private func recorder(_ name: String, _ settings: [String: Any] = [:]) throws -> AVAudioRecorder {
    var all: [String: Any] = [AVNumberOfChannelsKey: 1]
    all.merge(settings) { $1 }
    let recorder = try AVAudioRecorder(url: folder.url(name), settings: all)
    recorder.delegate = listener
    return recorder
  }

  @Test(arguments: [
    ("a.wav", kAudioFormatLinearPCM), ("a.caf", kAudioFormatLinearPCM),
    ("a.aiff", kAudioFormatLinearPCM), ("a.m4a", kAudioFormatAppleLossless),
    ("a.caf", kAudioFormatAppleLossless),
  ])
  func everySampleIsInTheFile(name: String, format: AudioFormatID) throws {
    let recorder = try recorder(name, [AVFormatIDKey: format])
    #expect(folder.recording { recorder.record(forDuration: 0.5) })
    listener.waitForEnd()
    #expect(listener.finished == [true] && listener.errors.isEmpty)
    #expect(!recorder.isRecording && recorder.currentTime == 0)
    #expect(try folder.recorded(name) == RecorderFolder.samples(22_050))
  }

  #if LibAV
    @Test func theSettingsReachTheEncoder() throws {
      let settings: [String: Any] = [
        AVFormatIDKey: NSNumber(value: kAudioFormatMPEG4AAC), AVEncoderBitRateKey: 64_000,
        AVSampleRateKey: NSNumber(value: 44_100),
      ]
      let recorder = try recorder("a.m4a", settings)
      #expect(folder.recording { recorder.record(forDuration: 1) })
      listener.waitForEnd()
      let file = try AVAudioFile(forReading: folder.url("a.m4a"))
      #expect(file.length == 44_100)
      let size = try Data(contentsOf: folder.url("a.m4a")).count
      #expect(size > 6000 && size < 16_000)
      #expect(recorder.settings[AVEncoderBitRateKey] as? Int == 64_000)
      #expect(recorder.format.streamDescription.pointee.mFramesPerPacket == 1024)
    }
  #endif

  @Test func preparingCreatesTheFileAndCompletesTheSettings() throws {
    let recorder = try AVAudioRecorder(url: folder.url("a.caf"), settings: [:])
    #expect(recorder.url == folder.url("a.caf") && !recorder.isRecording)
    #expect(!FileManager.default.fileExists(atPath: recorder.url.path))
    #expect(folder.recording { recorder.prepareToRecord() && recorder.prepareToRecord() })
    #expect(FileManager.default.fileExists(atPath: recorder.url.path))
    #expect(recorder.format.sampleRate == 44_100 && recorder.format.channelCount == 2)
    #expect(recorder.settings[AVLinearPCMBitDepthKey] as? Int == 16)
    #expect(recorder.settings[AVNumberOfChannelsKey] as? Int == 2)
    #expect(!recorder.isRecording && recorder.currentTime == 0)
    #expect(recorder.deleteRecording())
    #expect(!FileManager.default.fileExists(atPath: recorder.url.path))
    #expect(!recorder.deleteRecording())
  }

  @Test(arguments: [
    ("a.wav", kAudioFormatLinearPCM), ("a.aiff", kAudioFormatLinearPCM),
    ("a.caf", kAudioFormatAppleLossless), ("a.m4a", kAudioFormatAppleLossless),
  ])
  func aPreparedFileIsComplete(name: String, format: AudioFormatID) throws {
    try expectNoPackets(name, format)
  }

  #if LibAV
    @Test(arguments: [
      ("a.m4a", kAudioFormatMPEG4AAC), ("a.caf", kAudioFormatMPEG4AAC),
      ("a.flac", kAudioFormatFLAC),
    ])
    func aPreparedEncodedFileIsComplete(name: String, format: AudioFormatID) throws {
      try expectNoPackets(name, format)
    }
  #endif

  /// Prepares a recorder, and reads its file as another program does.
  private func expectNoPackets(_ name: String, _ format: AudioFormatID) throws {
    let recorder = try recorder(name, [AVFormatIDKey: format])
    #expect(folder.recording { recorder.prepareToRecord() })
    let file = try AVAudioFile(forReading: folder.url(name))
    #expect(file.length == 0)
    #expect(file.fileFormat.streamDescription.pointee.mFormatID == format)
    #expect(recorder.deleteRecording())
  }

  @Test func aFormatReturnsItsSettings() throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatFloat32, sampleRate: 44_100, channels: 1, interleaved: true))
    let recorder = try AVAudioRecorder(url: folder.url("a.wav"), format: format)
    recorder.delegate = listener
    #expect(folder.recording { recorder.record(forDuration: 0.1) })
    listener.waitForEnd()
    #expect(recorder.format.commonFormat == .pcmFormatFloat32)
    #expect(try folder.recorded("a.wav") == RecorderFolder.samples(4410))
  }

  @Test func aPauseIsNotRecorded() throws {
    let recorder = try recorder("a.wav")
    #expect(folder.recording { recorder.record() && recorder.isRecording })
    #expect(waitUntil { recorder.currentTime > 0.2 })
    recorder.pause()
    let time = recorder.currentTime
    #expect(!recorder.isRecording && recorder.currentTime == time && time > 0.2)
    #expect(!recorder.deleteRecording())
    #expect(recorder.record() && recorder.record())
    // Time also passes while captured frames are pending.
    #expect(
      waitUntil {
        recorder.currentTime > time + 0.2 && folder.byteCount("a.wav") > 2 * 17_000 + 4096
      })
    recorder.stop()
    recorder.stop()
    #expect(recorder.currentTime == 0 && !recorder.isRecording)
    // After the sound comes silence.
    let samples = try folder.recorded("a.wav")
    let sound = RecorderFolder.samples(60_000)
    #expect(samples.count > 17_000)
    #expect(zip(samples, sound).allSatisfy { $0 == $1 })
    listener.waitForEnd()
    #expect(listener.finished == [true])
    #expect(recorder.deleteRecording())
  }

  @Test func aPauseKeepsTheRemainingDuration() throws {
    // From a device that keeps time, so that the pause comes before the end.
    let recorder = try recorder("a.wav")
    #expect(folder.recording(from: .null) { recorder.record(forDuration: 3) })
    #expect(waitUntil { recorder.currentTime > 0.1 })
    recorder.pause()
    #expect(!recorder.isRecording && listener.finished.isEmpty)
    #expect(recorder.record())
    recorder.pause()
    #expect(recorder.record(atTime: recorder.deviceCurrentTime))
    listener.waitForEnd()
    #expect(try folder.recorded("a.wav").count == 3 * 44_100)
  }

  @Test func aNewDurationAfterAPauseStartsThere() throws {
    let recorder = try recorder("a.wav")
    #expect(folder.recording(from: .null) { recorder.record(forDuration: 600) })
    #expect(waitUntil { recorder.currentTime > 0.1 })
    recorder.pause()
    let time = recorder.currentTime
    #expect(recorder.record(forDuration: 0.25))
    listener.waitForEnd()
    // Frames that were pending at the pause come first.
    let seconds = Double(try folder.recorded("a.wav").count) / 44_100
    #expect(seconds >= time + 0.249 && seconds < 300)
  }

  @Test func aNewDurationDuringARecordingStartsThen() throws {
    let recorder = try recorder("a.wav")
    #expect(folder.recording(from: .null) { recorder.record() })
    #expect(waitUntil { recorder.currentTime > 0.1 })
    #expect(recorder.record(forDuration: 600) && recorder.record() && recorder.isRecording)
    let time = recorder.currentTime
    #expect(recorder.record(forDuration: 0.25))
    listener.waitForEnd()
    let seconds = Double(try folder.recorded("a.wav").count) / 44_100
    #expect(seconds >= time + 0.249 && seconds < 300)
    #expect(listener.finished == [true])
  }

  @Test func aSecondRecordingReplacesTheFile() throws {
    let recorder = try recorder("a.wav")
    #expect(folder.recording { recorder.record(forDuration: 0.5) })
    listener.waitForEnd()
    #expect(folder.recording { recorder.record(forDuration: 0.1) })
    listener.waitForEnd(2)
    #expect(try folder.recorded("a.wav") == RecorderFolder.samples(4410))
  }

  @Test func startsAtItsTime() throws {
    let recorder = try recorder("a.wav")
    let before = recorder.deviceCurrentTime
    #expect(
      folder.recording { recorder.record(atTime: before + 0.5, forDuration: 0.25) })
    listener.waitForEnd()
    let samples = try folder.recorded("a.wav")
    #expect(samples.count == 11_025)
    let start = try #require(samples.first)
    let first = try #require(RecorderFolder.samples(22_051).firstIndex(of: start))
    // The device starts after the requested time.
    #expect(first < 22_050)
    #expect(samples == Array(RecorderFolder.samples(60_000)[first..<first + 11_025]))
  }

  @Test func metersShowTheCapturedLevel() throws {
    let folder = try RecorderFolder(frames: 400_000)
    let recorder = try recorder("a.wav")
    recorder.isMeteringEnabled = true
    #expect(recorder.averagePower(forChannel: 0) == -160)
    #expect(folder.recording { recorder.record() })
    #expect(
      waitUntil {
        // The sound may end before the test looks; then it starts again.
        if recorder.currentTime > 8 {
          recorder.stop()
          folder.recording { _ = recorder.record() }
        }
        recorder.updateMeters()
        return recorder.averagePower(forChannel: 0) > -20
      })
    // Even steps from -10,000 to 10,010 of 32,768.
    #expect(abs(recorder.averagePower(forChannel: 0) - 20 * log10(0.1762)) < 0.5)
    #expect(abs(recorder.peakPower(forChannel: 0) - 20 * log10(0.3055)) < 0.2)
    #expect(recorder.peakPower(forChannel: 1) == -160)
    recorder.stop()
  }

  /// The usual way to have meters and no file.
  @Test(arguments: [
    kAudioFormatAppleLossless, kAudioFormatAppleIMA4, kAudioFormatLinearPCM,
  ])
  func theNullFileIsForMetersOnly(format: AudioFormatID) throws {
    let folder = try RecorderFolder(frames: 400_000)
    let url = URL(fileURLWithPath: "/dev/null")
    let settings: [String: Any] = [
      AVFormatIDKey: format, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 1,
    ]
    let recorder = try AVAudioRecorder(url: url, settings: settings)
    recorder.delegate = listener
    recorder.isMeteringEnabled = true
    #expect(folder.recording { recorder.prepareToRecord() && recorder.record() })
    #expect(
      waitUntil {
        // The sound may end before the test looks; then it starts again.
        if recorder.currentTime > 8 {
          recorder.stop()
          folder.recording { _ = recorder.record() }
        }
        recorder.updateMeters()
        return recorder.averagePower(forChannel: 0) > -20
      })
    #expect(recorder.format.streamDescription.pointee.mFormatID == format)
    #expect(waitUntil { recorder.currentTime > 0 })
    #expect(!recorder.deleteRecording())
    recorder.stop()
    listener.waitForEnd()
    #expect(listener.errors.isEmpty && listener.finished.allSatisfy { $0 })
    #expect(!recorder.isRecording && recorder.currentTime == 0)
    #expect(!recorder.deleteRecording())
    let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
    #expect(kind as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func aFileWithoutAnExtensionIsCAF() throws {
    let recorder = try recorder("recording", [AVFormatIDKey: kAudioFormatAppleLossless])
    #expect(folder.recording { recorder.record(forDuration: 0.5) })
    listener.waitForEnd()
    #expect(try folder.recorded("recording") == RecorderFolder.samples(22_050))
    #expect(try Data(contentsOf: recorder.url).prefix(4) == Data("caff".utf8))
    #expect(recorder.deleteRecording())
    let wav = try self.recorder(
      "wave", [AVAudioFileTypeKey: NSNumber(value: kAudioFileWAVEType)])
    #expect(folder.recording { wav.prepareToRecord() })
    #expect(try Data(contentsOf: wav.url).prefix(4) == Data("RIFF".utf8))
  }

  @Test func onlyRegularFilesAreDeleted() throws {
    let recorder = try recorder("a.wav")
    try FileManager.default.createDirectory(
      at: recorder.url, withIntermediateDirectories: false)
    #expect(!recorder.deleteRecording())
    #expect(FileManager.default.fileExists(atPath: recorder.url.path))
  }

  @Test func unsupportedRecordingsThrow() throws {
    for (name, settings) in [
      ("a.xyz", [:]), ("null/a.xyz", [:]), ("a.wav", [AVLinearPCMBitDepthKey: 5]),
      ("a.wav", [AVNumberOfChannelsKey: 0]), ("a.wav", [AVSampleRateKey: -1.0]),
      ("a.caf", [AVFormatIDKey: NSNumber(value: kAudioFormatMPEG4AAC_HE)]),
      ("a.m4a", [AVFormatIDKey: NSNumber(value: kAudioFormatAppleIMA4)]),
    ] as [(String, [String: Any])] {
      let error = #expect(throws: NSError.self) { try recorder(name, settings) }
      #expect(error?.domain == NSOSStatusErrorDomain)
    }
    let nowhere = try recorder("folder/that/is/not/there/a.wav")
    #expect(!folder.recording { nowhere.prepareToRecord() || nowhere.record() })
    let deviceless = try recorder("a.wav")
    #expect(!folder.recording(from: .file(path: "/nonexistent")) { deviceless.record() })
    #expect(!deviceless.isRecording)
    #expect(!deviceless.record(atTime: .nan) && !deviceless.record(forDuration: -1))
    #expect(listener.finished.isEmpty)
  }

  #if LibAV
    @Test func anUnsupportedBitRateIsRefused() throws {
      let settings: [String: Any] = [
        AVFormatIDKey: NSNumber(value: kAudioFormatMPEG4AAC), AVEncoderBitRateKey: 1,
      ]
      let error = #expect(throws: NSError.self) { try recorder("a.m4a", settings) }
      #expect(error?.code == Int(kAudio_ParamError))
      #expect(!FileManager.default.fileExists(atPath: folder.url("a.m4a").path))
    }
  #endif

  @Test func aReleasedRecorderClosesItsFile() throws {
    var recorder: AVAudioRecorder? = try recorder("a.wav")
    #expect(folder.recording { recorder?.record() } == true)
    #expect(
      waitUntil {
        recorder?.currentTime ?? 0 > 0.1 && folder.byteCount("a.wav") > 2 * 4410 + 4096
      })
    recorder = nil
    let samples = try folder.recorded("a.wav")
    #expect(samples.count > 4410)
    #expect(zip(samples, RecorderFolder.samples(60_000)).allSatisfy { $0 == $1 })
  }
}

#if PulseAudio
  /// Recording the monitor of a sink.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AVAudioRecorderServerTests {
    @Test func recordsThePlayedSound() throws {
      let folder = try RecorderFolder()
      let server = try PrivatePulseAudio(channelCount: 1)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
        AVNumberOfChannelsKey: 1,
      ]
      let recorder = try AVAudioRecorder(url: folder.url("a.caf"), settings: settings)
      let monitor = InputKind.pulseAudio(server: server.server, source: "speaker.monitor")
      #expect(folder.recording(from: monitor) { recorder.record() })
      #expect(waitUntil { recorder.currentTime > 0.1 })
      let played = numbered(0..<22_050)
      let listener = PlayerListener()
      let player = try AVAudioPlayer(contentsOf: folder.files.write([played], "played.wav"))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      #expect(player.play())
      try listener.waitForEnd()
      let end = recorder.currentTime
      #expect(waitUntil { recorder.currentTime > end + 0.2 })
      recorder.stop()
      let samples = try folder.recorded("a.caf")
      // No sample of the sound is silent, so silence comes from a slow machine.
      #expect(firstDifference(samples.filter { $0 != 0 }, played) == nil)
    }

    @Test func timeStopsWithoutCapturedFrames() throws {
      let folder = try RecorderFolder()
      let server = try PrivatePulseAudio(channelCount: 1)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 1,
      ]
      let recorder = try AVAudioRecorder(url: folder.url("a.caf"), settings: settings)
      let monitor = InputKind.pulseAudio(server: server.server, source: "speaker.monitor")
      let start = recorder.deviceCurrentTime
      #expect(folder.recording(from: monitor) { recorder.record() })
      #expect(waitUntil { recorder.currentTime > 0.1 })
      // This also suspends the monitor, which cannot be suspended alone.
      _ = try server.pactl("suspend-sink", "speaker", "1")
      // Pending frames come first. A running time would not stay the same for two seconds.
      var last = (time: 0.0, since: recorder.deviceCurrentTime)
      #expect(
        waitUntil {
          let time = recorder.currentTime
          if time != last.time { last = (time, recorder.deviceCurrentTime) }
          return recorder.deviceCurrentTime - last.since > 2
        })
      _ = try server.pactl("suspend-sink", "speaker", "0")
      #expect(waitUntil { recorder.currentTime > last.time + 0.2 })
      let end = recorder.currentTime
      recorder.stop()
      let seconds = Double(try folder.recorded("a.caf").count) / 44_100
      #expect(seconds >= end && seconds < recorder.deviceCurrentTime - start - 1.9)
    }
  }
#endif
