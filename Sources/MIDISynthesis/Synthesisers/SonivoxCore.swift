#if Sonivox
  internal import AudioGraph
  internal import AudioRealtime
  internal import CSonivox

  /// A synthesizer of Sonivox, with its own sounds.
  ///
  /// It has its own rate. Its blocks are converted, which delays them by some frames.
  @safe
  final class SonivoxCore: SynthesizerCore, @unchecked Sendable {
    // Unchecked: one thread at a time uses it, in turns of its owner.

    private let synth: OpaquePointer
    private let samples: UnsafeMutablePointer<Int16>
    private let sourceFrames: Int
    private let source: Planes
    private let converter: RateConverter?
    private let clock: FrameClock
    /// The frames so far, at the rate of the output.
    private var frame = 0
    /// Frames of the source that the converter has not seen.
    private var sourceLeft = 0
    private let part: Planes
    private var lastPeak: Float = 0

    /// The frames of a block of the output.
    private static let outputFrames = 64

    init(sampleRate: Double) throws(SynthesisError) {
      guard GraphFormat(sampleRate: sampleRate, channelCount: 2).isValid else {
        throw SynthesisError(.rateUnsupported(sampleRate))
      }
      guard SoundBank.hasSonivox else { throw SynthesisError(.noLibrary) }
      var format = OCASonivoxFormat()
      guard let synth = unsafe OCASonivoxOpen(&format), format.blockFrames > 0 else {
        throw SynthesisError(.failed)
      }
      unsafe self.synth = unsafe synth
      sourceFrames = Int(format.blockFrames)
      unsafe samples = .allocate(capacity: 2 * sourceFrames)
      unsafe samples.initialize(repeating: 0, count: 2 * sourceFrames)
      let rate = Double(format.sampleRate)
      source = Planes(channelCount: 2, capacity: sourceFrames)
      clock = FrameClock(rate, graphRate: sampleRate)
      let most = clock.mostFrames(for: Self.outputFrames)
      part = Planes(channelCount: 2, capacity: most)
      converter =
        rate == sampleRate
        ? nil
        : RateConverter(
          from: GraphFormat(sampleRate: rate, channelCount: 2), to: sampleRate, mostFrames: most)
      super.init(blockFrames: Self.outputFrames)
    }

    deinit {
      // Safe: `init` created both.
      unsafe OCASonivoxClose(synth)
      unsafe samples.deallocate()
    }

    // MARK: Messages

    override func handle(_ message: SynthesizerMessage) {
      let count = message.kind == 0xC0 || message.kind == 0xD0 ? 2 : 3
      send([message.status, message.data1, message.data2], message.status == 0xFF ? 1 : count)
    }

    private func send(_ bytes: InlineArray<3, UInt8>, _ count: Int) {
      var bytes = bytes
      unsafe withUnsafeBytes(of: &bytes) { bytes in
        guard let base = bytes.baseAddress else { return }
        // Safe: the library only reads the bytes during the call.
        unsafe OCASonivoxSend(synth, base.assumingMemoryBound(to: UInt8.self), Int32(count))
      }
    }

    override func handle(systemExclusive bytes: Span<UInt8>) {
      send([0xF0, 0, 0], 1)
      unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        // Safe: the library only reads the bytes during the call.
        ClientCode.call { unsafe OCASonivoxSend(synth, base, Int32(buffer.count)) }
      }
      send([0xF7, 0, 0], 1)
    }

    override func silence() {
      var channel: UInt8 = 0
      while channel < 16 {
        send([0xB0 | channel, 120, 0], 3)
        channel += 1
      }
    }

    // MARK: Rendering

    /// Whether the last block had sound, because Sonivox does not report its voices.
    override var hasVoices: Bool { lastPeak > 0 }

    override func renderBlock() {
      let first = clock.frame(at: frame)
      let count = clock.frame(at: frame + Self.outputFrames) - first
      guard let converter else {
        takeSource(block, count)
        frame += Self.outputFrames
        return
      }
      takeSource(part, count)
      converter.render(
        part, GraphSlice(frame: first, count: count), into: block,
        GraphSlice(frame: frame, count: Self.outputFrames))
      frame += Self.outputFrames
    }

    /// Copies frames of the source.
    private func takeSource(_ target: Planes, _ count: Int) {
      var done = 0
      while done < count {
        if sourceLeft == 0 { renderSource() }
        let length = min(sourceLeft, count - done)
        target.fill(at: done, from: source, at: sourceFrames - sourceLeft, count: length)
        sourceLeft -= length
        done += length
      }
    }

    private func renderSource() {
      // Safe: the memory has two samples for each frame.
      let isRendered = unsafe OCASonivoxRender(synth, samples)
      lastPeak = 0
      var index = 0
      while index < sourceFrames {
        let left = unsafe isRendered ? Float(samples[2 * index]) / 32_768 : 0
        let right = unsafe isRendered ? Float(samples[2 * index + 1]) / 32_768 : 0
        (source[0, index], source[1, index]) = (left, right)
        lastPeak = max(lastPeak, abs(left), abs(right))
        index += 1
      }
      sourceLeft = sourceFrames
    }
  }
#endif
