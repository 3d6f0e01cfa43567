internal import AVFAudio
internal import AudioModel
internal import AudioToolbox
internal import CoreMedia
internal import Foundation

/// Frames of linear PCM that are encoded and written.
final class WrittenFrames: @unchecked Sendable {
  // Unchecked: the input's lock admits one thread at a time.

  private let file: AVAudioFile
  private let input: AVAudioFormat
  private let converter: AVAudioConverter?
  /// The time of the next frame; `nil` before the first one.
  private var next: CMTime?

  /// Gaps are filled with silence up to this length, in seconds.
  private static let longestGap = 86_400.0
  private static let blockFrames = 8_192

  init(
    at url: URL, _ type: AVFileType, _ settings: [String: Any]?, _ description: CMFormatDescription
  ) throws(AVError) {
    input = AVAudioFormat(cmAudioFormatDescription: description)
    var all: [String: Any] = input.settings
    if let settings {
      let source: [String: Any] = [
        AVSampleRateKey: input.sampleRate, AVNumberOfChannelsKey: input.channelCount,
      ]
      all = source.merging(settings) { $1 }
    }
    all[AVAudioFileTypeKey] = AVFileType.written[type]?.rawValue
    let common: AVAudioCommonFormat =
      input.commonFormat == .pcmFormatInt32 ? .pcmFormatInt32 : .pcmFormatFloat32
    do {
      file = try AVAudioFile(
        forWriting: url, settings: all, commonFormat: common, interleaved: true)
    } catch {
      throw AVError(
        .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: "the file cannot store the sound with these settings",
          NSUnderlyingErrorKey: error,
        ])
    }
    guard !input.isEqual(file.processingFormat) else {
      converter = nil
      return
    }
    guard let converter = AVAudioConverter(from: input, to: file.processingFormat) else {
      throw AVError(.invalidSourceMedia, "the samples cannot be converted to the file's format")
    }
    converter.downmix = file.processingFormat.channelCount < input.channelCount
    self.converter = converter
  }

  func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws(AVError) {
    let rate = input.sampleRate
    let time = buffer.presentationTimeStamp
    guard time.isNumeric else {
      throw AVError(
        .invalidSourceMedia, "the presentation time of the sample buffer is not a number")
    }
    let expected = next ?? start
    let first = Int(framesOf: (start - time).seconds, sampleRate: rate)
    let last =
      end.isNumeric
      ? min(buffer.numSamples, Int(framesOf: (end - time).seconds, sampleRate: rate))
      : buffer.numSamples
    guard first < last else { return }
    let gap = ((max(time, start) - expected).seconds * rate).rounded()
    // Differences from rounding times to their unit are not gaps.
    let tolerance = 1 + rate / Double(max(1, time.timescale))
    let isGap = gap >= tolerance
    if isGap {
      guard gap / rate <= Self.longestGap else {
        throw AVError(
          .invalidSourceMedia, "the samples are more than a day after the previous samples")
      }
      try writeSilence(Int(gap))
    }
    try write(frames(of: buffer, first..<last))
    let written = (isGap ? gap : 0) + Double(last - first)
    next = expected + CMTime(seconds: written / rate, preferredTimescale: input.timescale)
  }

  private func frames(of buffer: CMSampleBuffer, _ range: Range<Int>) throws(AVError)
    -> AVAudioPCMBuffer
  {
    guard let capacity = AVAudioFrameCount(exactly: range.count),
      let frames = AVAudioPCMBuffer(pcmFormat: input, frameCapacity: capacity)
    else { throw AVError(.outOfMemory, "the buffer has too many samples") }
    frames.frameLength = frames.frameCapacity
    do {
      // Safe: the list has room for the frames of the range.
      try unsafe buffer.copyPCMData(fromRange: range, into: frames.mutableAudioBufferList)
    } catch {
      throw AVError(.invalidSourceMedia, "the samples have fewer bytes than their format states")
    }
    return frames
  }

  private func writeSilence(_ count: Int) throws(AVError) {
    var left = count
    while left > 0 {
      let length = min(left, Self.blockFrames)
      guard
        let silence = AVAudioPCMBuffer(pcmFormat: input, frameCapacity: AVAudioFrameCount(length))
      else { return }
      silence.frameLength = silence.frameCapacity
      try write(silence)
      left -= length
    }
  }

  private func write(_ frames: AVAudioPCMBuffer) throws(AVError) {
    guard let converter else { return try store(frames) }
    var isTaken = false
    try unsafe convert(converter) { _, status in
      // Safe: the pointer is valid during the call.
      unsafe status.pointee = isTaken ? .noDataNow : .haveData
      defer { isTaken = true }
      return isTaken ? nil : frames
    }
  }

  /// Writes the output of a converter.
  private func convert(
    _ converter: AVAudioConverter, _ input: @escaping AVAudioConverterInputBlock
  ) throws(AVError) {
    while true {
      guard
        let output = AVAudioPCMBuffer(
          pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(Self.blockFrames))
      else { return }
      let status = unsafe converter.convert(to: output, error: nil, withInputFrom: input)
      if output.frameLength > 0 { try store(output) }
      if status == .error { throw AVError(.exportFailed, "the samples cannot be converted") }
      if status != .haveData || output.frameLength == 0 { return }
    }
  }

  private func store(_ frames: AVAudioPCMBuffer) throws(AVError) {
    do {
      try file.write(from: frames)
    } catch {
      throw AVError(
        .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: "the samples cannot be written", NSUnderlyingErrorKey: error,
        ])
    }
  }

  func finish() throws(AVError) {
    if let converter {
      try unsafe convert(converter) { _, status in
        // Safe: the pointer is valid during the call.
        unsafe status.pointee = .endOfStream
        return nil
      }
    }
    do {
      try file.finish()
    } catch {
      throw AVError(
        .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: "the file cannot be completed", NSUnderlyingErrorKey: error,
        ])
    }
  }
}

extension AVAudioFormat {
  /// The unit of times: a frame, if there are whole frames in a second.
  fileprivate var timescale: CMTimeScale {
    sampleRate >= 1 && sampleRate <= 1e9 && sampleRate == sampleRate.rounded()
      ? CMTimeScale(sampleRate) : 1_000_000_000
  }
}
