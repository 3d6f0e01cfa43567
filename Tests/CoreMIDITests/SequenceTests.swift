#if FluidSynth
  import AudioDevices
  import AudioRealtime
  import AudioToolbox
  import CoreMIDI
  import Synchronization
  import TestSupport
  import Testing

  extension CoreMIDITests {
    @Test("a track plays at the host times of its events into an endpoint")
    func trackToEndpoint() throws {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
          let client = try TestClient()
          var sequence: MusicSequence?
          #expect(NewMusicSequence(&sequence) == noErr)
          let music = try #require(sequence)
          var made: MusicTrack?
          #expect(MusicSequenceNewTrack(music, &made) == noErr)
          let track = try #require(made)
          // At 120 beats a minute, every half second.
          for beat in 0..<3 {
            var note = MIDINoteMessage(
              channel: 1, note: UInt8(60 + beat), velocity: 100, releaseVelocity: 0,
              duration: 0.5)
            #expect(MusicTrackNewMIDINoteEvent(track, Double(beat), &note) == noErr)
          }
          #expect(MusicTrackSetDestMIDIEndpoint(track, client.destination) == noErr)
          var player: MusicPlayer?
          #expect(NewMusicPlayer(&player) == noErr)
          let playing = try #require(player)
          #expect(MusicPlayerSetSequence(playing, music) == noErr)
          #expect(MusicPlayerStart(playing) == noErr)
          VirtualClock.sleep(nanoseconds: 1_200_000_000)
          #expect(MusicPlayerStop(playing) == noErr)
          VirtualClock.sleep(nanoseconds: 200_000_000)
          let received = client.atDestination.all
          let expected: [[UInt8]] = [
            [0x91, 60, 100], [0x81, 60, 0], [0x91, 61, 100], [0x81, 61, 0], [0x91, 62, 100],
            [0x81, 62, 0],
          ]
          #expect(received.prefix(6).map(\.bytes) == expected)
          // The stop releases the pedals of all channels.
          #expect(received.dropFirst(6).allSatisfy { $0.bytes[0] & 0xF0 == 0xB0 })
          let starts = received.filter { $0.bytes[0] == 0x91 }
          for (earlier, later) in zip(starts, starts.dropFirst()) {
            // The time of a slice is that of the call that renders it.
            #expect(abs(Int(later.time - earlier.time) - 500_000_000) < 25_000_000)
          }
          for packet in received.prefix(5) {
            #expect(abs(packet.arrival - Int(packet.time)) < 5_000_000)
          }
          #expect(MusicTrackSetDestMIDIEndpoint(track, 0xFFFF) == noErr)
          #expect(MusicPlayerStart(playing) == kAudioToolboxErr_IllegalTrackDestination)
          #expect(DisposeMusicPlayer(playing) == noErr)
          #expect(DisposeMusicSequence(music) == noErr)
          client.dispose()
        }
      }
    }

    @Test("a long system-exclusive message of a track arrives whole")
    func longMessage() throws {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
          let client = try TestClient()
          var sequence: MusicSequence?
          #expect(NewMusicSequence(&sequence) == noErr)
          let music = try #require(sequence)
          var made: MusicTrack?
          #expect(MusicSequenceNewTrack(music, &made) == noErr)
          let track = try #require(made)
          let bytes = [0xF0] + (0..<32_768).map { UInt8($0 & 0x7F) } + [0xF7]
          let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 + bytes.count, alignment: 4)
          defer { memory.deallocate() }
          memory.storeBytes(of: UInt32(bytes.count), as: UInt32.self)
          (memory + 4).copyMemory(from: bytes, byteCount: bytes.count)
          let raw = memory.bindMemory(to: MIDIRawData.self, capacity: 1)
          #expect(MusicTrackNewMIDIRawDataEvent(track, 0, raw) == noErr)
          #expect(MusicTrackSetDestMIDIEndpoint(track, client.destination) == noErr)
          var player: MusicPlayer?
          #expect(NewMusicPlayer(&player) == noErr)
          let playing = try #require(player)
          #expect(MusicPlayerSetSequence(playing, music) == noErr)
          #expect(MusicPlayerStart(playing) == noErr)
          VirtualClock.sleep(nanoseconds: 300_000_000)
          #expect(MusicPlayerStop(playing) == noErr)
          #expect(client.atDestination.bytes.first == bytes)
          #expect(DisposeMusicPlayer(playing) == noErr)
          #expect(DisposeMusicSequence(music) == noErr)
          client.dispose()
        }
      }
    }
  }
#endif
