#if FluidSynth
  import AudioDevices
  import AudioRealtime
  import AudioToolbox
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Players of sequences, on a virtual clock.
  struct MusicPlayerTests {
    /// Runs on a virtual clock.
    func run(_ choice: DeviceChoice, _ body: () throws -> Void) throws {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(choice) { try body() }
      }
    }

    func milliseconds(_ count: Int) {
      VirtualClock.sleep(nanoseconds: count * 1_000_000)
    }

    /// A graph of a sampler and the default output, which records to the devices of the test.
    func graph() throws -> (graph: AUGraph, sampler: AUNode) {
      var graph: AUGraph?
      #expect(NewAUGraph(&graph) == noErr)
      let made = try #require(graph)
      var (sampler, output) = (AUNode(), AUNode())
      var description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0)
      #expect(AUGraphAddNode(made, &description, &sampler) == noErr)
      description.componentType = kAudioUnitType_Output
      description.componentSubType = kAudioUnitSubType_DefaultOutput
      #expect(AUGraphAddNode(made, &description, &output) == noErr)
      #expect(AUGraphConnectNodeInput(made, sampler, 0, output, 0) == noErr)
      return (made, sampler)
    }

    /// A sequence of notes at beats, at 120 beats a minute.
    func sequence(_ notes: [(beat: Double, key: UInt8, duration: Float)]) throws
      -> MusicSequence
    {
      var sequence: MusicSequence?
      #expect(NewMusicSequence(&sequence) == noErr)
      let made = try #require(sequence)
      var track: MusicTrack?
      #expect(MusicSequenceNewTrack(made, &track) == noErr)
      for note in notes {
        var message = MIDINoteMessage(
          channel: 0, note: note.key, velocity: 100, releaseVelocity: 0, duration: note.duration)
        #expect(MusicTrackNewMIDINoteEvent(try #require(track), note.beat, &message) == noErr)
      }
      return made
    }

    func player(_ sequence: MusicSequence?) throws -> MusicPlayer {
      var player: MusicPlayer?
      #expect(NewMusicPlayer(&player) == noErr)
      let made = try #require(player)
      #expect(MusicPlayerSetSequence(made, sequence) == noErr)
      return made
    }

    func time(_ player: MusicPlayer) -> Double {
      var time = -1.0
      #expect(MusicPlayerGetTime(player, &time) == noErr)
      return time
    }

    @Test("notes are heard at the frames of the tempo map")
    func onsets() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("player.wav").path
      try run(DeviceChoice([.offline(path: path)])) {
        let (graph, _) = try graph()
        let sequence = try sequence([(0.5, 69, 0.25), (1.5, 57, 0.25)])
        #expect(MusicSequenceSetAUGraph(sequence, graph) == noErr)
        let player = try player(sequence)
        #expect(MusicPlayerPreroll(player) == noErr)
        #expect(MusicPlayerStart(player) == noErr)
        var isPlaying = DarwinBoolean(false)
        #expect(MusicPlayerIsPlaying(player, &isPlaying) == noErr && isPlaying.boolValue)
        milliseconds(1_200)
        // The time runs on after the end.
        #expect(abs(time(player) - 2.4) < 0.1)
        #expect(MusicPlayerIsPlaying(player, &isPlaying) == noErr && isPlaying.boolValue)
        #expect(MusicPlayerStop(player) == noErr)
        #expect(MusicPlayerIsPlaying(player, &isPlaying) == noErr && !isPlaying.boolValue)
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeMusicSequence(sequence) == noErr)
        #expect(DisposeAUGraph(graph) == noErr)
      }
      let samples = try Self.samples(path)
      // 0.5 and 1.5 beats at 120 beats a minute, at 44.1 kHz; a sine starts with 0.
      #expect(samples.firstIndex { $0 != 0 } == 11_026)
      let second = samples[20_000...].firstIndex { abs($0) > 1e-4 }
      #expect(abs(try #require(second) - 33_076) < 8)
    }

    @Test("a player without a graph plays with a synthesiser, at any rate and from any time")
    func standardGraph() throws {
      try run(DeviceChoice([.null])) {
        let sequence = try sequence([(0, 60, 1), (4, 60, 1)])
        let player = try player(sequence)
        #expect(MusicPlayerSetTime(player, 8) == noErr)
        #expect(MusicPlayerSetPlayRateScalar(player, 2) == noErr)
        #expect(MusicPlayerSetPlayRateScalar(player, 0) == kAudio_ParamError)
        #expect(time(player) == 8)
        var host: UInt64 = 0
        #expect(
          MusicPlayerGetHostTimeForBeats(player, 9, &host)
            == kAudioToolboxErr_CannotDoInCurrentContext)
        #expect(MusicPlayerStart(player) == noErr)
        var early: UInt64 = 0
        var beat = 0.0
        #expect(MusicPlayerGetHostTimeForBeats(player, 12, &early) == noErr)
        #expect(MusicPlayerGetBeatsForHostTime(player, early, &beat) == noErr)
        #expect(abs(beat - 12) < 0.1)
        #expect(MusicPlayerSetSequence(player, nil) == kAudioToolboxErr_InvalidPlayerState)
        milliseconds(500)
        #expect(abs(time(player) - 10) < 0.2)
        #expect(MusicPlayerGetHostTimeForBeats(player, 12, &host) == noErr)
        // The first frame is rendered soon after the start.
        #expect(abs(Int64(host) - Int64(early)) < 50_000_000)
        #expect(MusicPlayerGetBeatsForHostTime(player, host, &beat) == noErr)
        #expect(abs(beat - 12) < 1e-6)
        #expect(MusicPlayerSetTime(player, 1) == noErr)
        milliseconds(100)
        #expect(abs(time(player) - 1.4) < 0.2)
        #expect(MusicPlayerStop(player) == noErr)
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeMusicPlayer(player) == kAudio_ParamError)
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
    }

    @Test("user events reach the client's function once, and edits are taken while it plays")
    func userEvents() throws {
      let beats = Mutex<[Double]>([])
      try run(DeviceChoice([.null])) {
        let sequence = try sequence([(0, 60, 1)])
        var track: MusicTrack?
        #expect(MusicSequenceGetIndTrack(sequence, 0, &track) == noErr)
        let used = try #require(track)
        func add(_ beat: Double) {
          var data = MusicEventUserData(length: 1, data: 7)
          #expect(MusicTrackNewUserEvent(used, beat, &data) == noErr)
        }
        add(0)
        add(1)
        let box = Unmanaged.passRetained(Noted { beat in beats.withLock { $0.append(beat) } })
        defer { box.release() }
        #expect(
          MusicSequenceSetUserCallback(
            sequence,
            { data, _, _, beat, event, _, _ in
              guard let data, event.pointee.data == 7 else { return }
              Unmanaged<Noted>.fromOpaque(data).takeUnretainedValue().body(beat)
            }, box.toOpaque()) == noErr)
        let player = try player(sequence)
        #expect(MusicPlayerStart(player) == noErr)
        milliseconds(700)
        add(3)
        milliseconds(1_000)
        #expect(MusicPlayerStop(player) == noErr)
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
      #expect(beats.withLock { $0 } == [0, 1, 3])
    }

    @Test("a player needs a sequence, an instrument, and destinations that exist")
    func errors() throws {
      try run(DeviceChoice([.null])) {
        let empty = try player(nil)
        var time = 0.0
        #expect(MusicPlayerGetTime(empty, &time) == kAudioToolboxErr_NoSequence)
        #expect(MusicPlayerStart(empty) == kAudioToolboxErr_NoSequence)
        var found: MusicSequence?
        #expect(MusicPlayerGetSequence(empty, &found) == kAudioToolboxErr_NoSequence)
        let sequence = try sequence([(0, 60, 1)])
        #expect(MusicPlayerSetSequence(empty, sequence) == noErr)
        #expect(MusicPlayerGetSequence(empty, &found) == noErr && found == sequence)
        #expect(MusicPlayerSetTime(empty, .nan) == kAudio_ParamError)
        var graph: AUGraph?
        #expect(NewAUGraph(&graph) == noErr)
        #expect(MusicSequenceSetAUGraph(sequence, graph) == noErr)
        #expect(MusicPlayerStart(empty) == kAudioToolboxError_NoTrackDestination)
        #expect(MusicSequenceSetAUGraph(sequence, nil) == noErr)
        #expect(MusicSequenceSetMIDIEndpoint(sequence, 5) == noErr)
        #expect(MusicPlayerStart(empty) == kAudioToolboxErr_IllegalTrackDestination)
        #expect(DisposeMusicPlayer(empty) == noErr)
        #expect(DisposeMusicSequence(sequence) == noErr)
        #expect(DisposeAUGraph(try #require(graph)) == noErr)
      }
    }

    /// The samples of the left channel of a file of Float32 or 16 bits.
    private static func samples(_ path: String) throws -> [Float] {
      var file: ExtAudioFileRef?
      #expect(ExtAudioFileOpenURL(NSURL(fileURLWithPath: path), &file) == noErr)
      let opened = try #require(file)
      defer { ExtAudioFileDispose(opened) }
      var format = AudioStreamBasicDescription(
        mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 8, mFramesPerPacket: 1,
        mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
      #expect(
        ExtAudioFileSetProperty(
          opened, kExtAudioFileProperty_ClientDataFormat,
          UInt32(MemoryLayout<AudioStreamBasicDescription>.size), &format) == noErr)
      var samples = [Float](repeating: 0, count: 2 * 100_000)
      var count: UInt32 = 100_000
      samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        #expect(ExtAudioFileRead(opened, &count, &list) == noErr)
      }
      return stride(from: 0, to: 2 * Int(count), by: 2).map { samples[$0] }
    }
  }

  /// A closure that a client's function finds.
  final class Noted: Sendable {
    let body: @Sendable (Double) -> Void
    init(_ body: @escaping @Sendable (Double) -> Void) { self.body = body }
  }
#endif
