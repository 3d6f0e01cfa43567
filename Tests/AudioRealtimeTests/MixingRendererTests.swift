import AudioRealtime
import CAudioRealtime
import Testing

@Suite struct MixingRendererTests {
  /// A voice of numbers from 1, in units with exact sums.
  private func voice(
    _ samples: [Float], start: Int, channelCount: Int = 1, levels: [Float] = []
  ) -> (voice: MixedVoice, renderer: Renderer) {
    let renderer = makeRenderer(channelCount: channelCount)
    renderer.beginDevice(leadInFrames: 0)
    write(samples, to: renderer)
    return (MixedVoice(renderer, start: start, levels: levels), renderer)
  }

  private func numbers(_ count: Int, unit: Float = 1) -> [Float] {
    (1...count).map { Float($0) * unit }
  }

  private func rewind(_ mix: MixingRenderer, _ count: Int) -> Int {
    // Safe: the renderer is alive for the call.
    unsafe Int(OCARendererRewind(mix.context, Int64(count)))
  }

  /// A number from the first voice, and one from the second in units of 1024.
  private func sums(_ range: Range<Int>, _ first: Int, _ second: Int) -> [Float] {
    range.map { index in
      let one = Float(index + first)
      let other = Float(index + second) * 1024
      return one + other
    }
  }

  /// Samples with silence before and after, as in a mix of `count` frames.
  private func placed(_ samples: [Float], at start: Int, of count: Int) -> [Float] {
    (0..<count).map { samples.indices.contains($0 - start) ? samples[$0 - start] : 0 }
  }

  @Test(arguments: [[100], [1, 99], [10, 20, 30, 40], [37, 63]])
  func everyVoiceStartsAtItsFrame(cuts: [Int]) {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    let first = voice(numbers(50), start: 10)
    let second = voice(numbers(60, unit: 1024), start: 25)
    #expect(mix.add(first.voice) && mix.add(second.voice))
    let played = cuts.flatMap { rendered(mix, $0) }
    let expected = zip(
      placed(numbers(50), at: 10, of: 100), placed(numbers(60, unit: 1024), at: 25, of: 100)
    ).map { $0 + $1 }
    #expect(played == expected)
    #expect(first.voice.playedFrames(ofMix: 10) == 0 && first.voice.playedFrames(ofMix: 35) == 25)
    #expect(first.voice.playedFrames(ofMix: 59) == 49 && first.voice.playedFrames(ofMix: 99) == 50)
    #expect(second.voice.playedFrames(ofMix: 85) == 60)
  }

  @Test func channelsKeepTheirPositions() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 3)
    let part = voice(numbers(30), start: 2, channelCount: 3)
    #expect(mix.add(part.voice))
    #expect(rendered(mix, 12) == placed(numbers(30), at: 6, of: 36))
  }

  @Test func channelsAreMixedAtTheirLevels() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 2)
    let single = voice([1, 2, 3, 4], start: 1, levels: [1, 1])
    let triple = voice(
      [8, 16, 32, 64, 128, 256], start: 2, channelCount: 3, levels: [0.5, 0, 0, 1, 0.25, 0.5])
    #expect(mix.add(single.voice) && mix.add(triple.voice))
    #expect(rendered(mix, 3) == [0, 0, 1, 1, 14, 34])
    #expect(rendered(mix, 2) == [99, 259, 4, 4])
  }

  @Test(arguments: [1, 15, 40, 90])
  func rewoundFramesAreRenderedAgain(back: Int) {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    let part = voice(numbers(200), start: 30)
    #expect(mix.add(part.voice))
    let played = rendered(mix, 100)
    #expect(rewind(mix, back) == back)
    #expect(rendered(mix, back) == Array(played.suffix(back)))
    #expect(part.voice.playedFrames(ofMix: 100) == 70)
    // Before its first frame there is silence.
    #expect(rewind(mix, 1000) == 100)
    #expect(part.voice.playedFrames(ofMix: 100) == 0)
    #expect(rendered(mix, 100) == played)
  }

  @Test func aLateVoiceStartsInTimeAfterARewind() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    _ = rendered(mix, 100)
    let part = voice(numbers(200), start: 60)
    #expect(mix.add(part.voice))
    // The device rendered before the removal.
    #expect(rendered(mix, 10) == numbers(10))
    #expect(rewind(mix, 60) == 60)
    #expect(rendered(mix, 60) == placed(numbers(50), at: 10, of: 60))
    let late = voice(numbers(200, unit: 1024), start: 60)
    #expect(mix.add(late.voice))
    #expect(rendered(mix, 5) == sums(1..<6, 50, 0))
    #expect(late.voice.playedFrames(ofMix: 113) == 3)
  }

  @Test func aNewVoiceAllowsTheMixToRewind() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    let first = voice(numbers(200, unit: 1024), start: 0)
    #expect(mix.add(first.voice))
    _ = rendered(mix, 100)
    let late = voice(numbers(200), start: 60)
    #expect(mix.add(late.voice))
    #expect(rewind(mix, 90) == 90)
    #expect(rendered(mix, 50) == (11...60).map { Float($0) * 1024 })
    #expect(rendered(mix, 40) == sums(0..<40, 1, 61))
    #expect(late.voice.playedFrames(ofMix: 100) == 40)
  }

  @Test func aHeldVoiceStopsAndContinues() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    let part = voice(numbers(200), start: 0)
    let other = voice(numbers(200, unit: 1024), start: 0)
    #expect(mix.add(part.voice) && mix.add(other.voice))
    _ = rendered(mix, 20)
    part.voice.setHeld(true)
    // From an already rendered frame.
    #expect(rewind(mix, 8) == 8)
    #expect(rendered(mix, 30) == (13...42).map { Float($0) * 1024 })
    #expect(part.voice.playedFrames(ofMix: 42) == 12)
    part.voice.setHeld(false)
    #expect(rewind(mix, 10) == 10)
    #expect(rendered(mix, 10) == sums(0..<10, 13, 33))
    #expect(part.voice.playedFrames(ofMix: 42) == 22)
    // Only to the end of a gap, because earlier frames of the voice are unknown.
    #expect(rewind(mix, 30) == 10)
    #expect(part.voice.playedFrames(ofMix: 32) == 12)
  }

  @Test func missingFramesOfAVoiceAreSilence() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    let part = voice(numbers(10), start: 5)
    #expect(mix.add(part.voice))
    #expect(rendered(mix, 30) == placed(numbers(10), at: 5, of: 30))
    #expect(part.renderer.takeStarvation())
    write([7, 8, 9], to: part.renderer)
    // Into the gap.
    #expect(rewind(mix, 6) == 6)
    #expect(rendered(mix, 6) == [7, 8, 9, 0, 0, 0])
    #expect(part.voice.playedFrames(ofMix: 30) == 13)
  }

  @Test func aRemovedVoiceIsSilent() {
    let mix = MixingRenderer(sampleRate: 1000, channelCount: 1)
    weak var gone: MixedVoice?
    do {
      let part = voice(numbers(100), start: 0)
      gone = part.voice
      #expect(mix.add(part.voice))
      #expect(rendered(mix, 3) == [1, 2, 3])
      mix.remove(part.voice)
    }
    #expect(gone == nil)
    #expect(rendered(mix, 3) == [0, 0, 0])
    let next = voice(numbers(100), start: 6)
    #expect(mix.add(next.voice))
    #expect(rendered(mix, 3) == [1, 2, 3])
  }
}
