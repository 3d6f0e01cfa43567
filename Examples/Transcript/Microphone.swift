import AVFAudio
import Foundation

/// The reason why the microphone cannot be recorded.
enum MicrophoneError: Error {
  case noMicrophone
  case cannotConvert
}

/// Gives buffers of 16 kHz mono to a closure, until they have a length.
func record(seconds: Double, _ take: @escaping @Sendable ([Float]) -> Void) throws {
  let engine = AVAudioEngine()
  let input = engine.inputNode
  let source = input.outputFormat(forBus: 0)
  guard source.sampleRate > 0, source.channelCount > 0 else { throw MicrophoneError.noMicrophone }
  guard
    let format = AVAudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 16_000, channels: 1, interleaved: false),
    let converter = AVAudioConverter(from: source, to: format)
  else { throw MicrophoneError.cannotConvert }
  // Without this, the converter drops all channels except the first.
  converter.downmix = true
  let done = DispatchSemaphore(value: 0)
  // Only the thread of the tap uses it.
  nonisolated(unsafe) var left = Int(seconds * 16_000)
  input.installTap(onBus: 0, bufferSize: 4_096, format: source) { buffer, _ in
    guard left > 0 else { return }
    let samples = convert(buffer, converter).prefix(left)
    take(Array(samples))
    left -= samples.count
    if left == 0 { done.signal() }
  }
  try engine.start()
  done.wait()
  input.removeTap(onBus: 0)
  engine.stop()
}

/// Converts a buffer as a part of a longer stream.
private func convert(_ buffer: AVAudioPCMBuffer, _ converter: AVAudioConverter) -> [Float] {
  let format = converter.outputFormat
  let count = Double(buffer.frameLength) * format.sampleRate / buffer.format.sampleRate
  guard
    let output = AVAudioPCMBuffer(
      pcmFormat: format, frameCapacity: AVAudioFrameCount(count.rounded(.up)) + 64)
  else { return [] }
  var isGiven = false
  _ = converter.convert(to: output, error: nil) { _, status in
    status.pointee = isGiven ? .noDataNow : .haveData
    defer { isGiven = true }
    return isGiven ? nil : buffer
  }
  guard let data = output.floatChannelData else { return [] }
  return Array(UnsafeBufferPointer(start: data[0], count: Int(output.frameLength)))
}
