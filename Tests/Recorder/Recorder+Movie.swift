import AVFoundation

extension Recorder {
  private static let rate: Int32 = 8_000
  /// Frames that each call appends.
  private static let pieceLength = 800

  /// Writes a movie without end, and prints the number of frames after each call.
  ///
  /// With a limit on file sizes, it continues until a call fails, and prints the error's code.
  static func movie() async -> Never {
    let words = CommandLine.arguments
    if words.count == 5 { limitFiles(to: words[4]) }
    let url = URL(fileURLWithPath: words[2])
    guard let writer = try? AVAssetWriter(outputURL: url, fileType: .mov) else { exit(3) }
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    writer.add(input)
    if words[3] == "fragments" { writer.movieFragmentInterval = CMTime(value: 1, timescale: 2) }
    guard writer.startWriting() else { exit(3) }
    writer.startSession(atSourceTime: .zero)
    var frame = 0
    while let buffer = piece(from: frame), input.append(buffer) {
      frame += pieceLength
      say("\(frame)")
    }
    await writer.finishWriting()
    say("failed \((writer.error as? AVError)?.code.rawValue ?? 0)")
    exit(4)
  }

  /// Frames with their own numbers as 16-bit samples.
  private static func piece(from frame: Int) -> CMSampleBuffer? {
    let bytes = (frame..<frame + pieceLength).flatMap { number in
      [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
    let format = AVAudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: Double(rate), channels: 1, interleaved: true)
    guard let format, let block = try? CMBlockBuffer(length: bytes.count),
      (try? bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }) != nil
    else { return nil }
    return try? CMSampleBuffer(
      dataBuffer: block,
      formatDescription: format.formatDescription,
      numSamples: pieceLength,
      presentationTimeStamp: CMTime(value: CMTimeValue(frame), timescale: rate),
      packetDescriptions: [])
  }
}
