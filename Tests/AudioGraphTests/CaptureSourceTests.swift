import AudioGraph
import AudioRealtime
import Glibc
import Testing

@Suite struct CaptureSourceTests {
  private static let format = GraphFormat(sampleRate: 8_000, channelCount: 1)

  /// Writes blocks of 80 frames by a separate clock, and renders slices of 80.
  private func run(
    _ source: CaptureSource, seconds: Double, writerRate: Double, pause: Range<Int> = 0..<0,
    _ value: (Int) -> Float = { Float($0) }
  ) -> [Float] {
    let output = Planes(channelCount: 1, capacity: 80)
    var (written, samples) = (0, [Float]())
    for slice in 0..<Int(seconds * 100) {
      while Double(written) + 80 <= Double(slice * 80) * writerRate / 8_000 {
        let values = (written..<written + 80).map(value)
        written += 80
        if !pause.contains(slice) { source.write(values.span) }
      }
      source.render(GraphSlice(frame: slice * 80, count: 80), from: [], to: [output])
      samples += (0..<80).map { output[0, $0] }
    }
    return samples
  }

  @Test(
    "clocks that differ lose no frame and need no silence",
    arguments: [7_996.0, 7_999.9, 8_000, 8_000.2, 8_004])
  func drift(_ writerRate: Double) {
    let source = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .different, writer: Signal())
    _ = run(source, seconds: 1, writerRate: writerRate)
    let (lost, missing) = (source.lostFrames, source.missingFrames)
    let other = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .different, writer: Signal())
    let samples = run(other, seconds: 60, writerRate: writerRate) {
      Float(sin(2 * .pi * Double($0) / 80))
    }
    #expect((other.lostFrames, other.missingFrames) == (lost, missing))
    #expect(missing < 800)
    // A frame that is left out or repeated would bend the sine.
    let bends = (8_001..<samples.count - 1).map { (frame: Int) -> Float in
      let mean = (samples[frame - 1] + samples[frame + 1]) / 2
      return 2 * (mean - samples[frame])
    }
    #expect(bends.allSatisfy { abs($0) < 0.01 })
  }

  @Test("equal clocks pass the samples bit for bit")
  func equal() {
    let source = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .different, writer: Signal())
    let samples = run(source, seconds: 20, writerRate: 8_000)
    let first = Int(samples[1_000])
    #expect(samples[1_000...] == (0..<samples.count - 1_000).map { Float(first + $0) }[...])
  }

  @Test("a gap of the device becomes silence, and the sound returns")
  func gap() {
    let source = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .different, writer: Signal())
    let samples = run(source, seconds: 3, writerRate: 8_000, pause: 100..<150)
    #expect(source.missingFrames > 3_000)
    #expect(samples.suffix(400).allSatisfy { $0 != 0 })
  }

  @Test("an output that renders many slices at once gets all frames", arguments: [4, 8, 40])
  func groups(_ size: Int) {
    let source = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .different, bufferSeconds: Double(size) / 100,
      writer: Signal())
    let output = Planes(channelCount: 1, capacity: 80)
    var (written, missing, lost) = (0, 0, 0)
    for group in 0..<200 {
      for index in 0..<size {
        let frame = (group * size + index) * 80
        source.render(GraphSlice(frame: frame, count: 80), from: [], to: [output])
      }
      if group == 99 { (missing, lost) = (source.missingFrames, source.lostFrames) }
      for _ in 0..<size {
        let values = (written..<written + 80).map { Float($0) }
        written += 80
        source.write(values.span)
      }
    }
    #expect((source.missingFrames, source.lostFrames) == (missing, lost))
  }

  @Test("a file that waits for the output fills the largest buffer of the output")
  func waitingFile() {
    let source = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .same, bufferSeconds: 1, writer: Signal())
    let values = (0..<source.writableFrames).map { Float($0) }
    source.write(values.span)
    let output = Planes(channelCount: 1, capacity: 80)
    for slice in 0..<200 {
      source.render(GraphSlice(frame: slice * 80, count: 80), from: [], to: [output])
      #expect(output[0, 79] == Float(slice * 80 + 79))
    }
    #expect(source.missingFrames == 0)
  }

  @Test("an idle graph makes the device lose frames, not memory")
  func idle() {
    let source = CaptureSource(
      Self.format, sampleRate: 8_000, clocks: .different, writer: Signal())
    for _ in 0..<1_000 { source.write([Float](repeating: 1, count: 80).span) }
    #expect(source.lostFrames >= 80_000 - 8_000)
    #expect(source.writableFrames == 0)
  }
}
