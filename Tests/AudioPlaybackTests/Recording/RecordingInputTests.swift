import AudioDevices
import AudioRealtime
import Synchronization
import Testing

@testable import AudioPlayback

/// The devices of a recorder, as its thread uses them.
@Suite struct RecordingInputTests {
  @Test("frames of a lost device come before later ones, in order")
  func lost() throws {
    try VirtualClock().run {
      let test = try RecordingTest()
      let input = RecordingInput(test.engine)
      try input.open(blockFrames: 7)
      #expect(test.devices.state.withLock { $0.blockFrames } == 7)
      test.devices.give(marks(0..<10), at: 0)
      test.devices.give(marks(10..<20), at: 10)
      test.devices.state.withLock { $0.sampleRate = 500 }
      lose(test)
      input.lookAfterDevice(isPaused: false)
      test.devices.give(marks(20..<30), at: 20)
      #expect(taken(input) == ["1000 Hz", "0 ms", "10 ms", "500 Hz", "20 ms"])
      #expect(test.devices.state.withLock { $0.opened } == [RecordingTest.kind, .null])
      #expect(test.engine.device == .null && test.engine.deviceFormat?.sampleRate == 500)
      #expect(test.engine.discontinuities == 1)
      input.halt()
    }
  }

  @Test("a device lost during a pause is replaced when recording resumes")
  func lostInAPause() throws {
    try VirtualClock().run {
      let test = try RecordingTest()
      let input = RecordingInput(test.engine)
      try input.open(blockFrames: 7)
      input.pause()
      #expect(test.devices.state.withLock { $0.isPaused })
      lose(test)
      input.lookAfterDevice(isPaused: true)
      #expect(test.engine.deviceFormat == nil)
      input.resume()
      #expect(test.devices.state.withLock { $0.opened } == [RecordingTest.kind, .null])
      test.devices.give(marks(0..<10), at: 5)
      #expect(taken(input) == ["1000 Hz", "1000 Hz", "5 ms"])
      input.halt()
    }
  }

  @Test("captured frames stay available after the end until they are cleared")
  func halts() throws {
    try VirtualClock().run {
      let test = try RecordingTest()
      let input = RecordingInput(test.engine)
      try input.open(blockFrames: 7)
      test.devices.give(marks(0..<10), at: 0)
      input.halt()
      #expect(!input.isEmpty && test.engine.deviceFormat == nil)
      #expect(taken(input) == ["1000 Hz", "0 ms"] && input.isEmpty)
      try input.open(blockFrames: 7)
      test.devices.give(marks(0..<10), at: 0)
      input.clear()
      #expect(input.isEmpty && taken(input).isEmpty)
      input.halt()
    }
  }

  @Test("if no device records, the error comes from the preferred one")
  func noDevice() throws {
    let test = try RecordingTest(
      choice: InputChoice([.file(path: "/nonexistent"), .file(path: "/")]))
    let input = RecordingInput(test.engine)
    #expect(throws: DeviceError.absent) { try input.open(blockFrames: 7) }
    #expect(input.take() == nil && input.nextLookAfterDevice == nil)
  }

  /// Makes the open device report that it is lost.
  private func lose(_ test: RecordingTest) { test.devices.state.withLock { $0.events }?(.lost) }

  /// All captured data: the rates of devices and the times of blocks.
  private func taken(_ input: RecordingInput) -> [String] {
    var events: [String] = []
    while let event = input.take() {
      switch event {
      case .block(let block): events.append("\(block.nanoseconds / 1_000_000) ms")
      case .device(let sampleRate): events.append("\(Int(sampleRate)) Hz")
      }
    }
    return events
  }
}
