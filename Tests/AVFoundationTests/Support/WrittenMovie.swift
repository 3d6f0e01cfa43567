import AVFoundation
import Foundation
import TestSupport
import Testing

/// A QuickTime movie of linear PCM, which needs no encoder.
struct WrittenMovie {
  let folder: TemporaryFolder
  let writer: AVAssetWriter
  let sound: AVAssetWriterInput
  static let rate: Int32 = 8_000

  /// Makes a writer; the settings of the sound are `nil` for those of the samples.
  init(
    _ type: AVFileType = .mov, settings: [String: Any]? = nil,
    configure: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) throws {
    folder = try TemporaryFolder()
    writer = try AVAssetWriter(outputURL: folder.url("movie"), fileType: type)
    sound = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    writer.add(sound)
    configure(writer, sound)
  }

  var url: URL { writer.outputURL }

  /// Starts writing and the session.
  func start(at time: CMTime = .zero) {
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: time)
  }

  /// A ramp of mono frames, as 16-bit integers.
  static func samples(_ frames: Int, from start: CMTime = .zero) throws -> CMSampleBuffer {
    let values = (0..<frames).map { Int16(truncatingIfNeeded: $0 &* 7) }
    let bytes = values.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: Double(rate), channels: 1, interleaved: true))
    let block = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: block,
      formatDescription: format.formatDescription,
      numSamples: frames, presentationTimeStamp: start, packetDescriptions: [])
  }

  /// Appends seconds of sound, and completes the file.
  func finish(seconds: Int, from start: CMTime = .zero) async throws {
    #expect(sound.append(try Self.samples(seconds * Int(Self.rate), from: start)))
    for input in writer.inputs { input.markAsFinished() }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }
}
