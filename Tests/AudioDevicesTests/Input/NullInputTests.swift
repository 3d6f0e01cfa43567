import AudioDevices
import AudioRealtime
import Testing

@Suite struct NullInputTests {
  @Test func capturesSilenceInRealTime() throws {
    let start = MonotonicClock.nanoseconds
    let capturing = try Capturing(NullInput(), sampleRate: 1000, blockSeconds: 0.01)
    try capturing.waitForSamples(2 * 50)
    capturing.device.stop()
    let now = MonotonicClock.nanoseconds
    let blocks = capturing.blocks
    #expect(blocks.allSatisfy { $0.samples == [Float](repeating: 0, count: 20) })
    let first = try #require(blocks.first?.nanoseconds)
    #expect(first >= start)
    #expect(blocks.map(\.nanoseconds) == blocks.indices.map { first + $0 * 10_000_000 })
    let passed = MonotonicClock.frames(inNanoseconds: now - start, sampleRate: 1000)
    #expect(capturing.samples.count / 2 <= passed)
  }

  @Test func aPauseIsNotCaptured() throws {
    let capturing = try Capturing(NullInput(), sampleRate: 1000, blockSeconds: 0.01)
    try capturing.waitForSamples(2 * 20)
    capturing.device.setPaused(true)
    let count = capturing.blocks.count
    let end = MonotonicClock.nanoseconds
    capturing.device.setPaused(false)
    try capturing.waitForSamples((count + 2) * 20)
    capturing.device.stop()
    #expect(capturing.blocks[count].nanoseconds >= end)
  }
}
