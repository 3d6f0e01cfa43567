import AudioContainers
import AudioModel
import Testing

@testable import AudioPlayback

/// Frames that have been taken, and are taken again after a change of the rate.
@Suite struct KeptFramesTests {
  /// A state with blocks of numbered frames.
  private func state(_ blockCounts: [Int], isReversed: Bool = false) throws -> MediaItem.State {
    var state = MediaItem.State()
    state.sampleRate = 100
    state.isReversed = isReversed
    var next: Float = 0
    for count in blockCounts {
      let samples = (0..<count).map { next + Float($0) }
      state.append(MediaItem.Block(samples: samples))
      next += Float(count)
    }
    return state
  }

  private func take(_ count: Int, _ state: inout MediaItem.State) -> [Float] {
    var samples: [Float] = []
    while samples.count < count, state.sampleCount > 0 {
      _ = state.take(count - samples.count, into: &samples)
    }
    return samples
  }

  @Test(
    "taken frames come again, from any of them on",
    arguments: [[50], [10, 20, 30], [1, 1, 1, 1, 56], [60]], [false, true])
  func goesBack(counts: [Int], isReversed: Bool) throws {
    let total = counts.reduce(0, +)
    for taken in 0...total {
      for wanted in 0...taken {
        var state = try state(counts, isReversed: isReversed)
        state.firstTime = 5
        _ = take(taken, &state)
        let time = 5 + Double(wanted) / (isReversed ? -100 : 100)
        let isBack = state.goBack(to: time)
        #expect(isBack && abs(state.firstTime - time) < 1e-9)
        #expect(state.sampleCount == total - wanted)
        var first: [Float] = []
        let start = total > wanted ? state.take(1, into: &first) : time
        #expect(abs(start - time) < 1e-9)
        let all = first + take(total, &state)
        #expect(all == (wanted..<total).map { Float($0) })
      }
    }
  }

  @Test("frames that were not kept, and later frames, are refused")
  func refuses() throws {
    var state = try state(Array(repeating: 50, count: 10))
    _ = take(420, &state)
    // 200 frames are kept, in whole blocks.
    let refusals = [1.4, 4.5].map { state.goBack(to: $0) }
    #expect(refusals == [false, false])
    #expect(state.firstTime == 4.2 && state.sampleCount == 80)
    let isBack = state.goBack(to: 2.5)
    let next = take(1, &state)
    #expect(isBack && next == [250])
    state.forgetPast()
    let isBackAgain = state.goBack(to: 2.4)
    #expect(!isBackAgain)
  }

  @Test("frames before a jump of the time are refused")
  func jump() throws {
    var state = try state([50])
    var samples: [Float] = []
    _ = state.take(50, into: &samples)
    state.append(MediaItem.Block(samples: Array(repeating: 7, count: 50), time: 30))
    #expect(state.take(50, into: &samples) == 30)
    let answers = [0.3, 29.9, 30.1].map { state.goBack(to: $0) }
    #expect(answers == [false, false, true])
  }
}
