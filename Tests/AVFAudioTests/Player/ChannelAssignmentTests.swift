#if PulseAudio
  import AudioDevices
  import AudioRouting
  import Foundation
  import TestSupport
  import Testing

  @testable import AVFAudio

  /// Players and recorders of the channels of a device.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct ChannelAssignmentTests {
    private let server: PrivatePulseAudio
    private let files: PlayerFolder
    private let listener = PlayerListener()

    init() throws {
      server = try PrivatePulseAudio(channelCount: 4)
      files = try PlayerFolder()
    }

    /// The output channels that a session reports.
    private func channels() throws -> [AVAudioSessionChannelDescription] {
      let session = AVAudioSession(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
      try session.setCategory(.playback)
      return try #require(session.currentRoute.outputs.first?.channels)
    }

    private func player(_ tracks: [[Float]], _ name: String = "input.wav") throws -> AVAudioPlayer {
      let player = try AVAudioPlayer(contentsOf: files.write(tracks, name))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      return player
    }

    private func track(_ number: Int, frames: Int = 20_000) -> [Float] {
      (0..<frames).map { Float(($0 * 4 + number) % 30_000 + 1) / 32768 }
    }

    /// A channel without silent frames, which a slow machine inserts.
    private func played(_ recording: TestSupport.Recording, _ channel: Int) -> [Float] {
      let sound = recording.sound
      let frames = stride(from: 0, to: sound.count, by: 4).map { (start: Int) -> [Float] in
        Array(sound[start..<start + 4])
      }
      return frames.filter { (frame: [Float]) -> Bool in frame.contains { $0 != 0 } }
        .map { $0[channel] }
    }

    @Test func aPlayerPlaysOnItsAssignedChannels() throws {
      let recording = try server.startRecording()
      let channels = try channels()
      #expect(channels.map(\.channelNumber) == [1, 2, 3, 4])
      let player = try player([track(0), track(1)])
      #expect(player.channelAssignments == nil)
      player.channelAssignments = [channels[3], channels[0]]
      #expect(player.channelAssignments == [channels[3], channels[0]])
      // It stays the same on another device.
      player.currentDevice = "pulse:\(server.server)"
      #expect(player.play())
      try listener.waitForEnd()
      try recording.waitForSilence()
      #expect(firstDifference(played(recording, 3), track(0)) == nil)
      #expect(firstDifference(played(recording, 0), track(1)) == nil)
      for channel in 1...2 { #expect(played(recording, channel).allSatisfy { $0 == 0 }) }
    }

    @Test func anUnassignedChannelIsSilent() throws {
      let recording = try server.startRecording()
      let channels = try channels()
      let player = try player([track(0), track(1)])
      player.channelAssignments = [channels[2]]
      #expect(player.play())
      try listener.waitForEnd()
      try recording.waitForSilence()
      #expect(firstDifference(played(recording, 2), track(0)) == nil)
      for channel in [0, 1, 3] { #expect(played(recording, channel).allSatisfy { $0 == 0 }) }
      player.channelAssignments = nil
      #expect(player.play())
      try listener.waitForEnd(2)
      player.channelAssignments = [
        AVAudioSessionChannelDescription(.left, number: 5, owner: "speaker", device: "speaker")
      ]
      #expect(!player.play())
    }

    @Test func aRecorderRecordsItsAssignedChannels() throws {
      let channels = try channels()
      let folder = try RecorderFolder()
      let url = folder.url("recorded.wav")
      let recorder = try AVAudioRecorder(
        url: url,
        settings: [
          AVNumberOfChannelsKey: 2, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ])
      let source = "speaker.monitor"
      recorder.channelAssignments = [3, 2].map {
        AVAudioSessionChannelDescription(.left, number: $0, owner: source, device: source)
      }
      #expect(recorder.channelAssignments?.map(\.channelNumber) == [3, 2])
      let kind = InputKind.pulseAudio(server: server.server, source: nil)
      #expect(folder.recording(from: kind) { recorder.record() })
      try TestSupport.waitUntil("it records") { recorder.currentTime > 0.2 }
      let player = try player([track(0), track(1)])
      player.channelAssignments = [channels[1], channels[2]]
      #expect(player.play())
      try listener.waitForEnd()
      let end = recorder.currentTime
      try TestSupport.waitUntil("the recording is silent") { recorder.currentTime > end + 1 }
      recorder.stop()
      let recorded = try PlayerFolder.samples(url)
      for (channel, number) in [(0, 1), (1, 0)] {
        let sound = recorded[channel].filter { $0 != 0 }
        #expect(firstDifference(sound, track(number)) == nil)
      }
    }
  }
#endif
