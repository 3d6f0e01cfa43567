import AudioDevices
import AudioProcessing
import AudioRealtime
import Foundation
import Testing

@testable import AudioPlayback

/// Frames converted to the rate of a ring.
@Suite struct RingConversionTests {
  private static let rates: [(Double, Double)] = [
    (44100, 48000), (48000, 44100), (8000, 48000), (48000, 8000),
  ]

  @Test("the output length follows the rates, for any division of the input", arguments: rates)
  func lengths(from: Double, to: Double) throws {
    let frames = 5000
    var made: [[Float]] = []
    for size in [1, 77, 1000, 5000] {
      let renderer = makeRenderer(to, frames: 100_000)
      let conversion = RingConversion(
        from: DeviceFormat(sampleRate: from, channelCount: 1), to: renderer)
      #expect(!conversion.holdsFrames && conversion.ratio == to / from)
      for start in stride(from: 0, to: frames, by: size) {
        let end = min(start + size, frames)
        #expect(conversion.write(tone(start..<end, from).span) == end - start)
        #expect(conversion.nextFrame == RateConverter.length(of: end, from: from, to: to))
      }
      #expect(conversion.holdsFrames && !conversion.waitsForRoom)
      conversion.finish()
      #expect(!conversion.holdsFrames)
      #expect(renderer.ring.unreadFrames == RateConverter.length(of: frames, from: from, to: to))
      made.append(renderer.ring.takeUnread())
    }
    for other in made.dropFirst() { #expect(other == made[0]) }
    // The tone keeps its frequency and time; only the ends show the filter.
    let expected = tone(0..<made[0].count, to)
    let inner = made[0].count / 4..<made[0].count * 3 / 4
    let difference = inner.map { abs(made[0][$0] - expected[$0]) }.max()
    #expect(try #require(difference) < 1e-2)
  }

  @Test("frames without room wait, and no frame is lost")
  func waitsForRoom() {
    let whole = makeRenderer(48000, frames: 100_000)
    let source = DeviceFormat(sampleRate: 44100, channelCount: 1)
    let unhindered = RingConversion(from: source, to: whole)
    #expect(unhindered.write(tone(0..<5000, 44100).span) == 5000)
    unhindered.finish()
    let small = makeRenderer(48000, frames: 700)
    let conversion = RingConversion(from: source, to: small)
    var (taken, given): (Int, [Float]) = (0, [])
    while taken < 5000 {
      let samples = tone(taken..<min(taken + 1000, 5000), 44100)
      let count = conversion.write(samples.span)
      // The ring accepts all samples, or zero while earlier samples wait.
      #expect(count == samples.count || count == 0 && conversion.waitsForRoom)
      taken += count
      given += small.ring.takeUnread()
    }
    conversion.finish()
    while conversion.holdsFrames {
      given += small.ring.takeUnread()
      _ = conversion.writeReady()
    }
    given += small.ring.takeUnread()
    #expect(given == whole.ring.takeUnread())
  }

  @Test("frames after the end or after a drop start a new conversion")
  func beginsAnew() {
    let renderer = makeRenderer(48000, frames: 100_000)
    let conversion = RingConversion(
      from: DeviceFormat(sampleRate: 44100, channelCount: 1), to: renderer)
    var parts: [[Float]] = []
    for _ in 0..<2 {
      let first = renderer.ring.writeIndex
      #expect(conversion.nextFrame == first)
      _ = conversion.write(tone(0..<441, 44100).span)
      conversion.finish()
      #expect(conversion.nextFrame == first + 480)
      parts.append(renderer.ring.takeUnread())
    }
    _ = conversion.write(tone(0..<4410, 44100).span)
    _ = renderer.ring.takeUnread()
    conversion.drop()
    #expect(!conversion.holdsFrames && conversion.nextFrame == renderer.ring.writeIndex)
    _ = conversion.write(tone(0..<441, 44100).span)
    conversion.finish()
    parts.append(renderer.ring.takeUnread())
    #expect(parts[0].count == 480 && parts[1] == parts[0] && parts[2] == parts[0])
  }

  @Test("rates convert up to the maximum ratio")
  func canConvert() {
    let cases: [(Double, Double, Bool)] = [
      (48000, 48000, true), (1, 1024, true), (1024, 1, true), (1, 1025, false), (1025, 1, false),
    ]
    for (from, to, expected) in cases {
      #expect(RingConversion.canConvert(from, to: to) == expected, "\(from) to \(to)")
    }
  }

  private func makeRenderer(_ sampleRate: Double, frames: Int) -> Renderer {
    Renderer(
      sampleRate: sampleRate,
      ring: FrameRing(channelCount: 1, unreadFrames: frames, historyFrames: 0), feeder: Signal())
  }

  /// A section of a 500 hertz tone.
  private func tone(_ frames: Range<Int>, _ sampleRate: Double) -> [Float] {
    frames.map { Float(0.5 * sin(2 * .pi * 500 * Double($0) / sampleRate)) }
  }
}
