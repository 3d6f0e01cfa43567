import AudioGraph
import AudioRealtime
import TestSupport
import Testing

@Suite struct VoiceInputTests {
  /// A source of stereo frames, whose channels differ.
  private final class Source: PulledFrames, @unchecked Sendable {
    // Unchecked: one thread renders.
    let samples: [Float]
    var next = 0

    init(_ samples: [Float]) { self.samples = samples }

    var pulledRate: Double { 16_000 }
    var pulledChannelCount: Int { 2 }

    func render(into target: UnsafeMutablePointer<Float>, count: Int) {
      for frame in 0..<count {
        // Safe: the caller has room for the frames.
        unsafe target[2 * frame] = samples[next + frame] * 1.5
        unsafe target[2 * frame + 1] = samples[next + frame] * 0.5
      }
      next += count
    }
  }

  /// Plays and records blocks, and returns the recorded samples of two channels.
  private func run(
    _ played: [Float], _ recorded: [Float], _ controls: VoiceControls
  ) throws -> [Float] {
    let farEnd = FarEnd(sampleRate: 16_000)
    let heard = HeardFrames(Source(played), farEnd: farEnd)
    let voice = try #require(
      VoiceInput(sampleRate: 16_000, farEnd: farEnd, controls: controls, delaySeconds: 0.03))
    var output: [Float] = []
    var room = [Float](repeating: 0, count: 640)
    for start in stride(from: 0, to: played.count, by: 320) {
      // Safe: there is room for 320 frames.
      unsafe room.withUnsafeMutableBufferPointer { room in
        guard let base = room.baseAddress else { return }
        unsafe heard.render(into: base, count: 320)
      }
      var block = recorded[start..<start + 320].flatMap { [$0 * 0.8, $0 * 1.2] }
      voice.process(&block, channelCount: 2)
      output += block
    }
    return output
  }

  @Test("the echo of what a device plays is removed from what another records")
  func echo() throws {
    guard VoiceInput.isAvailable else { return }
    let played = Babble.samples(seconds: 4, sampleRate: 16_000)
    let recorded = Babble.echo(played, delay: 800)
    let output = try run(played, recorded, VoiceControls())
    #expect(output.count == 2 * recorded.count)
    let pairs = stride(from: 0, to: output.count, by: 2)
    #expect(pairs.allSatisfy { output[$0] == output[$0 + 1] })
    let level = Babble.decibels(output[(2 * 48_000)...])
    #expect(Babble.decibels(recorded[48_000...]) - level > 15)
  }

  @Test("bypassed frames pass unchanged, and muted frames are silent")
  func controls() throws {
    guard VoiceInput.isAvailable else { return }
    let played = Babble.samples(seconds: 0.2, sampleRate: 16_000)
    let controls = VoiceControls()
    controls.isBypassed = true
    let passed = try run(played, played, controls)
    #expect(passed == played.flatMap { [$0 * 0.8, $0 * 1.2] })
    controls.isMuted = true
    #expect(try run(played, played, controls).allSatisfy { $0 == 0 })
    controls.isBypassed = false
    #expect(try run(played, played, controls).allSatisfy { $0 == 0 })
  }

  @Test("without the library, no processing can be made")
  func missing() {
    guard !VoiceInput.isAvailable else { return }
    #expect(
      VoiceInput(
        sampleRate: 16_000, farEnd: nil, controls: VoiceControls(), delaySeconds: 0) == nil)
  }
}
