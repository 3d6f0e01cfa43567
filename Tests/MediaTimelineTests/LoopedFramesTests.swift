import AudioCodecs
import Synchronization
import Testing

@testable import MediaTimeline

/// A loop over a recording, as a player pulls it.
@Suite struct LoopedFramesTests {
  @Test("each pass follows the previous one without a gap", arguments: [1, 7, 4096, 10_000])
  func passes(frameCount: Int) throws {
    let recording = Counting(frameCount)
    let source = LoopedFrames(recording, sampleRate: 1000, channelCount: 1)
    _ = source.setLoopCount(2, playedAt: 0)
    source.restart(at: frameCount / 2)
    source.begin(at: 100)
    let samples = try readAll(source)
    let all = (0..<frameCount).map(Float.init)
    #expect(samples == all[(frameCount / 2)...] + all + all)
    for (offset, sample) in samples.enumerated().suffix(9000) {
      #expect(source.frame(playedAt: Double(100 + offset)) == Double(sample))
    }
  }

  @Test("an empty live recording waits for frames instead of ending")
  func pending() throws {
    let recording = Counting(100)
    recording.arrived = 40
    let source = LoopedFrames(recording, sampleRate: 1000, channelCount: 1)
    let signals = Atomic(0)
    source.setSignal { signals.wrappingAdd(1, ordering: .relaxed) }
    source.begin(at: 0)
    var block = FrameBlock(sampleRate: 1000, channelCount: 1)
    #expect(try source.read(into: &block) == .frames)
    #expect(block.samples.count == 40)
    block.clear()
    #expect(try source.read(into: &block) == .pending)
    #expect(block.samples.isEmpty)
    recording.arrived = 100
    #expect(signals.load(ordering: .relaxed) == 1)
    #expect(try readAll(source).count == 60)
    #expect(try source.read(into: &block) == .end)
  }

  @Test("an empty recording ends, however often it repeats")
  func empty() throws {
    let source = LoopedFrames(Counting(0), sampleRate: 1000, channelCount: 1)
    _ = source.setLoopCount(-1, playedAt: 0)
    source.begin(at: 0)
    #expect(try readAll(source).isEmpty)
  }

  @Test("reducing the passes ends earlier, and adding passes repeats the frames")
  func changes() throws {
    let source = LoopedFrames(Counting(1000), sampleRate: 1000, channelCount: 1)
    _ = source.setLoopCount(3, playedAt: 0)
    source.begin(at: 0)
    #expect(try readAll(source).count == 4000)
    #expect(source.setLoopCount(1, playedAt: 500) == .earlierEnd(2000))
    source.end(at: 2000)
    #expect(source.pass(playedAt: 2500) == 1)
    #expect(source.setLoopCount(1, playedAt: 500) == .none)
    #expect(source.setLoopCount(-1, playedAt: 500) == .laterEnd)
    source.move(to: 500, playedAt: 1500)
    source.begin(at: 1500)
    #expect(source.frame(playedAt: 1600) == 600)
    #expect(source.pass(playedAt: 1600) == 1)
  }

  @Test("a failure ends the source after the frames before it")
  func failure() throws {
    let recording = Counting(100)
    recording.failsAt = 30
    let source = LoopedFrames(recording, sampleRate: 1000, channelCount: 1)
    source.begin(at: 0)
    var block = FrameBlock(sampleRate: 1000, channelCount: 1)
    #expect(throws: CodecError.badPacket) { try source.read(into: &block) }
    #expect(block.samples.count == 30)
    block.clear()
    #expect(try source.read(into: &block) == .end)
  }

  private func readAll(_ source: LoopedFrames) throws -> [Float] {
    var samples: [Float] = []
    var block = FrameBlock(sampleRate: 1000, channelCount: 1)
    while try source.read(into: &block) == .frames {
      samples += block.samples
      block.clear()
    }
    return samples
  }
}

/// A recording whose samples count its frames, with a settable number of arrived ones.
private final class Counting: FrameReading {
  private struct State {
    var next = 0
    var arrived: Int
    var failsAt = Int.max
    var signal: @Sendable () -> Void = {}
  }

  private let frameCount: Int
  private let state: Mutex<State>

  init(_ frameCount: Int) {
    self.frameCount = frameCount
    state = Mutex(State(arrived: frameCount))
  }

  var arrived: Int {
    get { state.withLock { $0.arrived } }
    set {
      let signal = state.withLock { state in
        state.arrived = newValue
        return state.signal
      }
      signal()
    }
  }

  var failsAt: Int {
    get { state.withLock { $0.failsAt } }
    set { state.withLock { $0.failsAt = newValue } }
  }

  func setSignal(_ signal: @escaping @Sendable () -> Void) {
    state.withLock { $0.signal = signal }
  }

  func seek(to frame: Int) { state.withLock { $0.next = frame } }

  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) -> SourceReading {
    try state.withLock { (state) throws(CodecError) in
      guard state.next < state.failsAt else { throw .badPacket }
      let end = min(state.next + count, state.arrived, state.failsAt)
      guard end > state.next else { return end < frameCount ? .pending : .end }
      for frame in state.next..<end { samples.append(Float(frame)) }
      state.next = end
      return .frames
    }
  }
}
