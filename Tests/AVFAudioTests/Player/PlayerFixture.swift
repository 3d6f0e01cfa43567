import AVFAudio
import Foundation
import TestSupport
import Testing

/// The events of a player's delegate.
final class PlayerListener: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private var flags: [Bool] = []
  private var failures: [any Error] = []
  private var isOnMain = true
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the main queue runs the caller, which tests do not leave to the main thread.
  private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainKey) == true }

  override init() {
    _ = Self.mainKey
    super.init()
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    lock.withLock {
      flags.append(flag)
      isOnMain = isOnMain && Self.isOnMainQueue
    }
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    lock.withLock {
      if let error { failures.append(error) }
      isOnMain = isOnMain && Self.isOnMainQueue
    }
  }

  /// Whether each playback was complete.
  var finished: [Bool] { lock.withLock { flags } }
  /// The decoding errors.
  var errors: [any Error] { lock.withLock { failures } }
  /// Whether all calls came on the main queue.
  var wasOnMain: Bool { lock.withLock { isOnMain } }

  func waitForEnd(_ count: Int = 1) throws {
    #expect(waitUntil { finished.count >= count })
    #expect(wasOnMain)
  }
}

/// The files of a test of players.
struct PlayerFolder {
  let folder: Folder
  /// The output of an offline device.
  var output: URL { folder.file("output.wav") }

  init() throws { folder = try Folder() }

  /// Writes a file of Float32.
  func write(_ channels: [[Float]], _ name: String = "input.wav") throws -> URL {
    let url = folder.file(name)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100.0,
      AVNumberOfChannelsKey: channels.count, AVLinearPCMIsFloatKey: true,
      AVLinearPCMBitDepthKey: 32,
    ]
    let file = try AVAudioFile(forWriting: url, settings: settings)
    let count = channels[0].count
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(max(1, count))))
    buffer.frameLength = AVAudioFrameCount(count)
    for (channel, samples) in channels.enumerated() {
      samples.withUnsafeBufferPointer { samples in
        guard let first = samples.baseAddress else { return }
        buffer.floatChannelData?[channel].update(from: first, count: samples.count)
      }
    }
    if count > 0 { try file.write(from: buffer) }
    file.close()
    return url
  }

  /// A player of a file that writes its sound to a file.
  func offlinePlayer(_ url: URL, _ listener: PlayerListener? = nil) throws -> AVAudioPlayer {
    let player = try AVAudioPlayer(contentsOf: url)
    player.currentDevice = "offline:\(output.path)"
    player.delegate = listener
    return player
  }

  /// The output of an offline device.
  func played() throws -> [[Float]] { try Self.samples(output) }

  /// All samples of a file, by channel.
  static func samples(_ url: URL) throws -> [[Float]] {
    let file = try AVAudioFile(forReading: url)
    let channels = Int(file.processingFormat.channelCount)
    guard file.length > 0 else { return [[Float]](repeating: [], count: channels) }
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
    try file.read(into: buffer)
    return (0..<channels).map { buffer.samples($0) }
  }
}

/// Samples that identify their positions.
func numbered(_ range: Range<Int>) -> [Float] {
  var samples: [Float] = []
  samples.reserveCapacity(range.count)
  var next = range.lowerBound
  while next < range.upperBound {
    let start = next % numbers.count
    let end = min(numbers.count, start + range.upperBound - next)
    samples += numbers[start..<end]
    next += end - start
  }
  return samples
}

private let numbers: [Float] = (0..<60_000).map { (index: Int) -> Float in
  let size = Float(index + 1) / 65536
  return index.isMultiple(of: 2) ? size : -size
}

/// The first difference between two runs of samples, or `nil` if they are equal.
func firstDifference(_ samples: [Float], _ expected: [Float]) -> String? {
  if samples == expected { return nil }
  let index = zip(samples, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  return "\(samples.count) samples for \(expected.count), differ at \(index ?? -1)"
}
