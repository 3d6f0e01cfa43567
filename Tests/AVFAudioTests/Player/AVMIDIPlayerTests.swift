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
        player.stop()
        #expect(!player.isPlaying)
      }
      #expect(calls.load(ordering: .relaxed) == 0)
    }

    @Test("files that do not exist, or are none, throw")
    func errors() throws {
      let missing = URL(fileURLWithPath: "/nowhere.mid")
      #expect(throws: NSError.self) { try AVMIDIPlayer(contentsOf: missing, soundBankURL: nil) }
      #expect(throws: NSError.self) { try AVMIDIPlayer(data: Data([1, 2]), soundBankURL: nil) }
      #expect(throws: NSError.self) {
        try AVMIDIPlayer(data: Self.file, soundBankURL: URL(fileURLWithPath: "/nowhere.sf2"))
      }
    }
  }
#endif
