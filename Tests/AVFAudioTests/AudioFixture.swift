import AVFAudio
import Foundation
import Testing

/// A folder that its owner deletes.
final class Folder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("AVFAudioTests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

extension AVAudioPCMBuffer {
  /// The samples of one channel, Float32.
  func samples(_ channel: Int = 0) -> [Float] {
    guard let data = floatChannelData else { return [] }
    return (0..<Int(frameLength)).map { data[channel][$0 * stride] }
  }

  /// A buffer of a tone for each channel.
  static func tone(
    _ format: AVAudioFormat, frames: Int, hertz: Double = 440
  ) throws -> AVAudioPCMBuffer {
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)))
    buffer.frameLength = AVAudioFrameCount(frames)
    let data = try #require(buffer.floatChannelData)
    for channel in 0..<Int(format.channelCount) {
      for frame in 0..<frames {
        let angle = 2 * Double.pi * hertz * Double(channel + 1) * Double(frame) / format.sampleRate
        data[channel][frame * buffer.stride] = Float(0.5 * sin(angle))
      }
    }
    return buffer
  }
}
