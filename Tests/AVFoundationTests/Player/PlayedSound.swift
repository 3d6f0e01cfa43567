import AVFoundation
import AudioDevices
import AudioRealtime
import TestSupport
import Testing

/// Sound that a player writes to the offline device, on a virtual clock.
struct PlayedSound {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a file of one channel at 8000 Hz.
  func file(_ samples: [Float], _ name: String = "in.wav") throws -> URL {
    let url = folder.url(name)
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)))
    buffer.frameLength = buffer.frameCapacity
    let plane = try #require(buffer.floatChannelData)
    for frame in samples.indices { plane[0][frame] = samples[frame] }
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    try file.write(from: buffer)
    return url
  }

  /// Plays items to the end.
  ///
  /// - Parameters:
  ///   - prepare: Called with the first item when it is ready, before it plays.
  ///   - makeItems: Makes the items, which wait by the virtual clock.
  /// - Returns: The first channel of the device.
  /// - Throws: The error of a file.
  func play(
    preparing prepare: ((AVPlayerItem) throws -> Void)? = nil,
    _ makeItems: () throws -> [AVPlayerItem]
  ) throws -> [Float] {
    let output = folder.url("out.wav")
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: output.path)])) {
      try VirtualClock().run {
        let player = AVQueuePlayer(items: try makeItems())
        if let prepare, let item = player.currentItem {
          for _ in 0..<100 where item.status == .unknown {
            VirtualClock.sleep(nanoseconds: 10_000_000)
          }
          try prepare(item)
        }
        player.play()
        for _ in 0..<100 where player.currentItem != nil {
          VirtualClock.sleep(nanoseconds: 100_000_000)
        }
        #expect(player.currentItem == nil)
      }
    }
    let file = try AVAudioFile(forReading: output)
    let frames = AVAudioFrameCount(file.length)
    let result = try #require(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
    try file.read(into: result)
    let samples = try #require(result.floatChannelData)
    return (0..<Int(result.frameLength)).map { samples[0][$0] }
  }
}

/// Compares samples without a report of all of them.
///
/// - Returns: A description of the first difference; `nil` without any.
func difference(_ samples: [Float], _ expected: [Float]) -> String? {
  if let index = samples.indices.first(where: {
    expected.indices.contains($0) && samples[$0] != expected[$0]
  }) {
    return "\(index): \(samples[index]), not \(expected[index])"
  }
  return samples.count == expected.count ? nil : "\(samples.count), not \(expected.count)"
}
