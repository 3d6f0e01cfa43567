#if FluidSynth
  import AudioDevices
  import AudioRealtime
  import AudioToolbox
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// User events, edits, and moves of playing sequences, on a virtual clock.
  struct MusicPlayerEventTests {
    private let base = MusicPlayerTests()

    /// A sequence with user events, and a function that gets their beats.
    private func sequence(
      _ beats: [Double], _ body: @escaping @Sendable (Double) -> Void
    ) throws -> (sequence: MusicSequence, track: MusicTrack, box: Unmanaged<Noted>) {
      let sequence = try base.sequence([(0, 60, 1)])
      var track: MusicTrack?
      #expect(MusicSequenceGetIndTrack(sequence, 0, &track) == noErr)
      let used = try #require(track)
      for beat in beats {
        var data = MusicEventUserData(length: 1, data: 7)
        #expect(MusicTrackNewUserEvent(used, beat, &data) == noErr)
      }
      let box = Unmanaged.passRetained(Noted(body))
      #expect(
        MusicSequenceSetUserCallback(
          sequence,
          { data, _, _, beat, _, _, _ in
            guard let data else { return }
            Unmanaged<Noted>.fromOpaque(data).takeUnretainedValue().body(beat)
          }, box.toOpaque()) == noErr)
      return (sequence, used, box)
    }

    @Test("the user events of a loop come in each pass")
    func loop() throws {
      let beats = Mutex<[Double]>([])
      try base.run(DeviceChoice([.null])) {
        let (sequence, track, box) = try sequence([0.5, 1.5, 2]) { beat in
          beats.withLock { $0.append(beat) }
        }
        defer { box.release() }
        var loop = MusicTrackLoopInfo(loopDuration: 1, numberOfLoops: 3)
        var length = 2.0
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_TrackLength, &length, 8) == 0)
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, 16) == 0)
        let player = try base.player(sequence)
        #expect(MusicPlayerStart(player) == noErr)
        base.milliseconds(3_000)
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
      #expect(beats.withLock { $0 } == [0.5, 1.5, 2.5, 3.5, 4])
    }

    @Test(
      "a stop and the end of a player wait for the client's function", arguments: [false, true])
    func stopWaits(disposes: Bool) throws {
      let begun = Atomic<Int>(0)
      let ended = Atomic<Int>(0)
      try base.run(DeviceChoice([.null])) {
        let (sequence, _, box) = try sequence([0.5, 0.5, 0.5]) { _ in
          begun.wrappingAdd(1, ordering: .relaxed)
          VirtualClock.sleep(nanoseconds: 1_000_000_000)
          ended.wrappingAdd(1, ordering: .relaxed)
        }
        defer { box.release() }
        let player = try base.player(sequence)
        #expect(MusicPlayerStart(player) == noErr)
        base.milliseconds(500)
        #expect(begun.load(ordering: .relaxed) == 1 && ended.load(ordering: .relaxed) == 0)
        #expect((disposes ? DisposeMusicPlayer(player) : MusicPlayerStop(player)) == noErr)
        #expect(begun.load(ordering: .relaxed) == 1 && ended.load(ordering: .relaxed) == 1)
        base.milliseconds(5_000)
        #expect(begun.load(ordering: .relaxed) == 1)
        if !disposes { #expect(DisposeMusicPlayer(player) == noErr) }
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
    }

    @Test("the client's function can stop, start, and dispose of its player")
    func stopInside() throws {
      let beats = Mutex<[Double]>([])
      let held = Mutex<UInt>(0)
      try base.run(DeviceChoice([.null])) {
        let (sequence, _, box) = try sequence([0.5, 1, 1.5]) { beat in
          beats.withLock { $0.append(beat) }
          guard let player = MusicPlayer(bitPattern: held.withLock { $0 }) else { return }
          if beat == 0.5 {
            #expect(MusicPlayerStop(player) == noErr)
            #expect(MusicPlayerSetTime(player, 0.75) == noErr)
            #expect(MusicPlayerStart(player) == noErr)
          } else {
            #expect(DisposeMusicPlayer(player) == noErr)
          }
        }
        defer { box.release() }
        let player = try base.player(sequence)
        held.withLock { $0 = UInt(bitPattern: player) }
        #expect(MusicPlayerStart(player) == noErr)
        base.milliseconds(3_000)
        #expect(MusicPlayerStop(player) == kAudio_ParamError)
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
      #expect(beats.withLock { $0 } == [0.5, 1])
    }

    @Test("a change of the tempo while a sequence plays keeps the beat")
    func tempoEdit() throws {
      let beats = Mutex<[Double]>([])
      try base.run(DeviceChoice([.null])) {
        let (sequence, _, box) = try sequence([1, 1.9, 2.1, 3]) { beat in
          beats.withLock { $0.append(beat) }
        }
        defer { box.release() }
        var tempo: MusicTrack?
        #expect(MusicSequenceGetTempoTrack(sequence, &tempo) == noErr)
        let player = try base.player(sequence)
        #expect(MusicPlayerStart(player) == noErr)
        base.milliseconds(1_000)
        #expect(abs(base.time(player) - 2) < 0.1)
        #expect(MusicTrackNewExtendedTempoEvent(try #require(tempo), 0, 30) == noErr)
        #expect(abs(base.time(player) - 2) < 0.1)
        base.milliseconds(1_000)
        #expect(abs(base.time(player) - 2.5) < 0.1)
        base.milliseconds(2_000)
        #expect(MusicPlayerStop(player) == noErr)
        let beat = base.time(player)
        #expect(MusicTrackNewExtendedTempoEvent(try #require(tempo), 0, 240) == noErr)
        #expect(base.time(player) == beat)
        #expect(MusicPlayerPreroll(player) == noErr)
        #expect(abs(base.time(player) - beat) < 1e-6)
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
      #expect(beats.withLock { $0 } == [1, 1.9, 2.1, 3])
    }

    @Test("a move skips user events, and times of any size are taken")
    func moves() throws {
      let beats = Mutex<[Double]>([])
      try base.run(DeviceChoice([.null])) {
        let (sequence, track, box) = try sequence([1, 4, 6, 8.25]) { beat in
          beats.withLock { $0.append(beat) }
        }
        defer { box.release() }
        let player = try base.player(sequence)
        #expect(MusicPlayerStart(player) == noErr)
        base.milliseconds(700)
        #expect(MusicPlayerSetTime(player, 8) == noErr)
        base.milliseconds(500)
        for time in [1e300, -1e300, .greatestFiniteMagnitude, 1e9, 0] {
          #expect(MusicPlayerSetTime(player, time) == noErr)
          base.milliseconds(100)
          #expect(base.time(player).isFinite)
          var (host, beat) = (UInt64(0), 0.0)
          #expect(MusicPlayerGetHostTimeForBeats(player, time, &host) == noErr)
          #expect(MusicPlayerGetBeatsForHostTime(player, .max, &beat) == noErr)
          #expect(MusicPlayerSetPlayRateScalar(player, time == 0 ? 1 : 1e300) == noErr)
        }
        var loop = MusicTrackLoopInfo(loopDuration: 1e-300, numberOfLoops: 0)
        #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, 16) == noErr)
        base.milliseconds(100)
        #expect(DisposeMusicPlayer(player) == noErr)
        #expect(DisposeMusicSequence(sequence) == noErr)
      }
      #expect(beats.withLock { $0.prefix(2) } == [1, 8.25])
    }
  }
#endif
