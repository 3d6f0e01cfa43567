#if FluidSynth || Sonivox
  import AVFAudio
  import AudioDevices
  import AudioRealtime
  import AudioToolbox
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Players of MIDI files, on a virtual clock.
  struct AVMIDIPlayerTests {
    /// A file of one track at 120 beats a minute: a note from beat 1 to 2.
    private static let file = Data(
      [
        0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0,
        0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 14, 0x83, 0x60, 0x90, 60, 100,
        0x83, 0x60, 0x80, 60, 0, 0, 0xFF, 0x2F, 0,
      ])

    private func run(_ choice: DeviceChoice, _ body: () throws -> Void) throws {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(choice) { try body() }
      }
    }

    @Test("a file plays to its end, and the handler is called once")
    func playing() throws {
      let calls = Atomic<Int>(0)
      try run(DeviceChoice([.null])) {
        let player = try AVMIDIPlayer(data: Self.file, soundBankURL: nil)
        #expect(player.duration == 1)
        player.prepareToPlay()
        #expect(!player.isPlaying)
        player.play { _ = calls.wrappingAdd(1, ordering: .relaxed) }
        #expect(player.isPlaying)
        VirtualClock.sleep(nanoseconds: 500_000_000)
        #expect(abs(player.currentPosition - 0.5) < 0.1)
        VirtualClock.sleep(nanoseconds: 20_000_000_000)
        #expect(!player.isPlaying)
        #expect(calls.load(ordering: .relaxed) == 1)
      }
    }

    @Test("a stop keeps the position, and the handler is not called")
    func stopping() throws {
      let calls = Atomic<Int>(0)
      try run(DeviceChoice([.null])) {
        let player = try AVMIDIPlayer(data: Self.file, soundBankURL: nil)
        player.rate = 0.5
        player.currentPosition = 0.25
        player.play { _ = calls.wrappingAdd(1, ordering: .relaxed) }
        VirtualClock.sleep(nanoseconds: 500_000_000)
        player.stop()
        let position = player.currentPosition
        #expect(abs(position - 0.5) < 0.1)
        VirtualClock.sleep(nanoseconds: 5_000_000_000)
        #expect(player.currentPosition == position)
        player.play()
        VirtualClock.sleep(nanoseconds: 100_000_000)
        #expect(player.isPlaying)
        #expect(abs(player.currentPosition - position - 0.05) < 0.03)
        player.stop()
        #expect(!player.isPlaying)
        // A handler of the first start would be called at the end of this one.
        player.rate = 1
        player.play()
        VirtualClock.sleep(nanoseconds: 20_000_000_000)
        #expect(!player.isPlaying)
      }
      #expect(calls.load(ordering: .relaxed) == 0)
    }

    @Test("asynchronous plays return at the end, and after a stop")
    func asynchronous() throws {
      let ends = Count()
      let calls = Atomic<Int>(0)
      try run(DeviceChoice([.null])) {
        let player = try AVMIDIPlayer(data: Self.file, soundBankURL: nil)
        func play() {
          Task(executorPreference: CallerExecutor()) {
            await player.play()
            ends.value.wrappingAdd(1, ordering: .relaxed)
          }
        }
        play()
        #expect(player.isPlaying)
        play()
        // A second start waits for the end of the first one, which does not come.
        player.play { _ = calls.wrappingAdd(1, ordering: .relaxed) }
        VirtualClock.sleep(nanoseconds: 500_000_000)
        #expect(ends.value.load(ordering: .relaxed) == 0)
        player.stop()
        #expect(ends.value.load(ordering: .relaxed) == 2)
        player.play { _ = calls.wrappingAdd(1, ordering: .relaxed) }
        player.play { _ = calls.wrappingAdd(1, ordering: .relaxed) }
        play()
        VirtualClock.sleep(nanoseconds: 20_000_000_000)
        #expect(!player.isPlaying)
        #expect(ends.value.load(ordering: .relaxed) == 3 && calls.load(ordering: .relaxed) == 2)
      }
    }

    @Test("an asynchronous play without a device returns at once")
    func noDevice() throws {
      let ends = Count()
      try run(DeviceChoice([])) {
        let player = try AVMIDIPlayer(data: Self.file, soundBankURL: nil)
        Task(executorPreference: CallerExecutor()) {
          await player.play()
          ends.value.wrappingAdd(1, ordering: .relaxed)
        }
        #expect(ends.value.load(ordering: .relaxed) == 1 && !player.isPlaying)
      }
    }

    @Test("a position that is set after the end is that of the next start")
    func positionAfterEnd() throws {
      try run(DeviceChoice([.null])) {
        let player = try AVMIDIPlayer(data: Self.file, soundBankURL: nil)
        player.play()
        VirtualClock.sleep(nanoseconds: 20_000_000_000)
        #expect(!player.isPlaying)
        player.currentPosition = 0.75
        player.play()
        VirtualClock.sleep(nanoseconds: 100_000_000)
        #expect(abs(player.currentPosition - 0.85) < 0.15)
        for position in [1e300, -.infinity, .nan] {
          player.currentPosition = position
          VirtualClock.sleep(nanoseconds: 100_000_000)
          #expect(player.currentPosition.isFinite)
        }
        player.stop()
      }
    }

    @Test("files that do not exist, or are none, throw their own errors")
    func errors() throws {
      func code(_ body: () throws -> AVMIDIPlayer) -> Int? {
        do { _ = try body() } catch { return (error as NSError).code }
        return nil
      }
      let missing = URL(fileURLWithPath: "/nowhere.mid")
      let noFile = code { try AVMIDIPlayer(contentsOf: missing, soundBankURL: nil) }
      #expect(noFile == Int(kAudio_FileNotFoundError))
      let noSong = code { try AVMIDIPlayer(data: Data([1, 2]), soundBankURL: nil) }
      #expect(noSong == Int(kAudioUnitErr_InvalidFile))
      let bank = URL(fileURLWithPath: "/nowhere.sf2")
      let noBank = code { try AVMIDIPlayer(data: Self.file, soundBankURL: bank) }
      #if FluidSynth
        #expect(noBank == Int(kAudio_FileNotFoundError))
      #else
        #expect(noBank == Int(kAudioUnitErr_FailedInitialization))
      #endif
    }
  }

  /// A number that several threads count.
  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  /// Runs a task on the thread that starts or resumes it, which belongs to the virtual clock.
  private final class CallerExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
#endif
