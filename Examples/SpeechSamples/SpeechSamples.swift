import AVFAudio
import Foundation

/// The reason why a file cannot be read as speech.
enum SpeechSamplesError: Error {
  case cannotConvert
}

/// Reads a file as 16 kHz mono Float32, one block at a time.
func speechSamples(of url: URL) throws -> [Float] {
  let file = try AVAudioFile(forReading: url)
  guard
    let format = AVAudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channels: 1, interleaved: false),
    let converter = AVAudioConverter(from: file.processingFormat, to: format),
    let input = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 32_768),
    let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16_384)
  else { throw SpeechSamplesError.cannotConvert }
  // Without this, the converter drops all channels except the first.
  converter.downmix = true

  var samples: [Float] = []
  var failure: (any Error)?
  while true {
    var error: NSError?
    let status = converter.convert(to: output, error: &error) { _, status in
      guard file.framePosition < file.length else {
        status.pointee = .endOfStream
        return nil
      }
      do {
        try file.read(into: input)
      } catch {
        failure = error
        status.pointee = .endOfStream
        return nil
      }
      status.pointee = .haveData
      return input
    }
    if let failure = failure ?? error { throw failure }
    guard status != .endOfStream, let data = output.floatChannelData else { return samples }
    samples += UnsafeBufferPointer(start: data[0], count: Int(output.frameLength))
  }
}
