import AVFAudio
import Foundation
import Testing

/// Players and recorders without a sound, as initial values of variables.
@Suite struct EmptyPlayerTests {
  @Test func aPlayerWithoutASoundDoesNothing() {
    let player = AVAudioPlayer()
    #expect(player.url == nil && player.data == nil)
    #expect(!player.prepareToPlay() && !player.play() && !player.play(atTime: 0))
    player.currentTime = 3
    player.pause()
    player.stop()
    player.updateMeters()
    #expect(!player.isPlaying && player.duration == 0 && player.currentTime == 0)
    #expect(player.deviceCurrentTime > 0)
    #expect(player.numberOfChannels == 0 && player.settings.isEmpty)
    #expect(player.format.channelCount == 2)
    #expect(player.averagePower(forChannel: 0) == -160 && player.peakPower(forChannel: 0) == -160)
  }

  @Test func aPlayerWithoutASoundKeepsItsProperties() {
    let player = AVAudioPlayer()
    #expect(player.volume == 1 && player.pan == 0 && player.rate == 1 && !player.enableRate)
    player.volume = 0.5
    player.setVolume(0.25, fadeDuration: 1)
    player.pan = -1
    player.rate = 2
    player.numberOfLoops = -1
    player.isMeteringEnabled = true
    player.currentDevice = "null"
    player.channelAssignments = []
    #expect(player.volume == 0.25 && player.pan == -1 && player.rate == 2)
    #expect(player.numberOfLoops == -1 && player.isMeteringEnabled)
    #expect(player.currentDevice == "null" && player.channelAssignments == [])
    #expect(!player.play())
  }

  @Test func aRecorderWithoutAFileDoesNothing() {
    let recorder = AVAudioRecorder()
    #expect(!recorder.prepareToRecord() && !recorder.record() && !recorder.record(atTime: 0))
    #expect(!recorder.record(forDuration: 1) && !recorder.record(atTime: 0, forDuration: 1))
    recorder.pause()
    recorder.stop()
    recorder.isMeteringEnabled = true
    recorder.updateMeters()
    recorder.channelAssignments = []
    #expect(!recorder.isRecording && recorder.currentTime == 0 && recorder.isMeteringEnabled)
    #expect(recorder.deviceCurrentTime > 0 && recorder.channelAssignments == [])
    #expect(recorder.settings.isEmpty && recorder.format.channelCount == 2)
    #expect(recorder.averagePower(forChannel: 0) == -160)
    #expect(recorder.peakPower(forChannel: 0) == -160)
    #expect(!recorder.deleteRecording())
    #expect(FileManager.default.fileExists(atPath: recorder.url.path))
  }
}
