import AVFAudio
import Foundation
import Synchronization
import Testing

/// Formats, buffers, and nodes for tests of engines.
enum EngineFixture {
  static func format(_ sampleRate: Double = 48_000, _ channels: AVAudioChannelCount = 2) throws
    -> AVAudioFormat
  {
    try #require(AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: channels))
  }

  /// An engine that a test renders offline.
  static func offline(
    _ format: AVAudioFormat, mostFrames: AVAudioFrameCount = 4_096
  ) throws -> AVAudioEngine {
    let engine = AVAudioEngine()
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: mostFrames)
    return engine
  }

  /// A buffer whose channels have the same samples.
  static func buffer(_ samples: [Float], _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)))
    buffer.frameLength = buffer.frameCapacity
    let channels = try #require(buffer.floatChannelData)
    for channel in 0..<Int(format.channelCount) {
      for (index, sample) in samples.enumerated() { channels[channel][index] = sample }
    }
    return buffer
  }

  /// A node that counts its frames: the sample at frame n is n / 65,536.
  static func counter(_ format: AVAudioFormat? = nil) -> AVAudioSourceNode {
    if let format { return AVAudioSourceNode(format: format) { count($1, $2, $3) } }
    return AVAudioSourceNode { count($1, $2, $3) }
  }

  private static func count(
    _ time: UnsafePointer<AudioTimeStamp>, _ count: AVAudioFrameCount,
    _ list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
      guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
      for index in 0..<Int(count) {
        samples[index] = Float(Int(time.pointee.mSampleTime) + index) / 65_536
      }
    }
    return noErr
  }
}

extension AVAudioEngine {
  /// Renders blocks offline, and returns the samples of each channel.
  func render(blocks: [Int]) throws -> [[Float]] {
    let format = manualRenderingFormat
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: manualRenderingMaximumFrameCount))
    var samples = [[Float]](repeating: [], count: Int(format.channelCount))
    for count in blocks {
      let status = try renderOffline(AVAudioFrameCount(count), to: buffer)
      #expect(status == .success)
      #expect(Int(buffer.frameLength) == count)
      samples.append(buffer)
    }
    return samples
  }
}

extension [[Float]] {
  /// Adds the frames of a buffer.
  mutating func append(_ buffer: AVAudioPCMBuffer) {
    guard let channels = buffer.floatChannelData else { return }
    for channel in indices {
      self[channel] += UnsafeBufferPointer(
        start: channels[channel], count: Int(buffer.frameLength))
    }
  }
}

/// Compares without a description of every sample.
func isSame(_ one: [Float], _ other: [Float]) -> Bool { one == other }

/// The order of events from several threads, for tests that wait for them.
final class EventLog: Sendable {
  private let events = Mutex<[String]>([])
  private let arrival = DispatchSemaphore(value: 0)

  func note(_ event: String) {
    events.withLock { $0.append(event) }
    arrival.signal()
  }

  var all: [String] { events.withLock { $0 } }

  /// Waits for events, at most a minute.
  func wait(for count: Int) -> [String] {
    while all.count < count {
      guard arrival.wait(timeout: .now() + 60) == .success else { break }
    }
    return all
  }
}
