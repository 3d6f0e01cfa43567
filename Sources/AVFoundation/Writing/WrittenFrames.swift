internal import AVFAudio
internal import AudioContainers
internal import AudioModel
internal import AudioToolbox
internal import CoreMedia
internal import Foundation

/// Frames of linear PCM that are encoded and written.
final class WrittenFrames: @unchecked Sendable {
  // Unchecked: the input's lock admits one thread at a time.

  private let file: AVAudioFile
  /// Whether the tables of the file come before the sound.
  private let isForNetwork: Bool
  private let input: AVAudioFormat
  private let converter: AVAudioConverter?
  /// The time of the next frame; `nil` before the first one.
  private var next: CMTime?

  /// Gaps are filled with silence up to this length, in seconds.
  private static let longestGap = 86_400.0
  private static let blockFrames = 8_192

  init(
    _ request: WritingRequest, _ settings: [String: Any]?, _ description: CMFormatDescription
  ) throws(AVError) {
    input = AVAudioFormat(cmAudioFormatDescription: description)
    isForNetwork = request.isForNetwork
    let all = Self.settings(settings, input, request)
    let common: AVAudioCommonFormat =
      input.commonFormat == .pcmFormatInt32 ? .pcmFormatInt32 : .pcmFormatFloat32
    do {
      file =
        if let sink = request.sink {
          try AVAudioFile(
            forWriting: request.url, to: sink, settings: all, commonFormat: common,
            interleaved: true)
        } else {
          try AVAudioFile(
            forWriting: request.url, settings: all, commonFormat: common, interleaved: true)
        }
      try Self.describe(file, request)
      request.sink?.begin()
    } catch {
      throw AVError(
        .exportFailed,
        userInfo: [
          NSLocalizedDescriptionKey: "the file cannot be created with these outputSettings",
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

  /// The settings of the file; a missing setting has the value of the samples.
  private static func settings(
    _ settings: [String: Any]?, _ input: AVAudioFormat, _ request: WritingRequest
  ) -> [String: Any] {
    var all: [String: Any] = input.settings
    if let settings {
      let source: [String: Any] = [
        AVSampleRateKey: input.sampleRate, AVNumberOfChannelsKey: input.channelCount,
      ]
      all = source.merging(settings) { $1 }
    }
    all[AVAudioFileTypeKey] = request.fileType.rawValue
    return all
  }

  /// Describes the sound, without metadata if the file cannot store them.
  private static func describe(_ file: AVAudioFile, _ request: WritingRequest) throws {
    do {
      try file.describe { request.describe(&$0) }
    } catch {
      guard request.hasTags else { throw error }
      try file.describe { request.describe(&$0, withTags: false) }
    }
  }

  /// Ends the fragment of a movie.
  func endFragment() throws(AVError) {
    do {
      try file.describe { $0.fragments?.flushCount += 1 }
    } catch {
      throw Self.writing(error)
    }
  }

  /// The encoder's priming frames, which precede the recording.
  var primingFrames: Int {
    var frames = 0
    // The description does not change, so this cannot fail.
    try? file.describe { frames = $0.fragments?.primingFrames ?? 0 }
    return frames
  }

  /// Frames per second of the file.
  var sampleRate: Double { file.fileFormat.sampleRate }

  func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws(AVError) {
    let rate = input.sampleRate
    let time = buffer.presentationTimeStamp
    guard time.isNumeric else {
      throw AVError(
        .invalidSourceMedia, "the presentation time of the sample buffer is not numeric")
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
          .invalidSourceMedia,
          "the samples start more than a day after the end of the previous samples")
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
    else { throw AVError(.outOfMemory, "the sample buffer has too many samples") }
    frames.frameLength = frames.frameCapacity
    do {
      // Safe: the list has room for the frames of the range.
      try unsafe buffer.copyPCMData(fromRange: range, into: frames.mutableAudioBufferList)
    } catch {
      throw AVError(.invalidSourceMedia, "the sample buffer has too few bytes for its samples")
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
      if status == .error {
        throw AVError(.exportFailed, "the samples cannot be converted to the file's format")
      }
      if status != .haveData || output.frameLength == 0 { return }
    }
  }

  private func store(_ frames: AVAudioPCMBuffer) throws(AVError) {
    do {
      try file.write(from: frames)
    } catch {
      throw Self.writing(error)
    }
  }

  private static func writing(_ error: any Error) -> AVError {
    let isFull = (error as NSError).code == Int(dskFulErr)
    return AVError(
      isFull ? .diskFull : .exportFailed,
      userInfo: [
        NSLocalizedDescriptionKey: "the samples cannot be written to the file",
        NSUnderlyingErrorKey: error,
      ])
  }

  private static let dskFulErr: OSStatus = -34

  func finish(_ timed: WrittenTimedTracks) throws(AVError) {
    if let converter {
      try unsafe convert(converter) { _, status in
        // Safe: the pointer is valid during the call.
        unsafe status.pointee = .endOfStream
        return nil
      }
    }
    do {
      if !timed.isEmpty { try file.describe { timed.describe(&$0) } }
      if isForNetwork { try file.optimise() }
      try file.finish()
    } catch {
      throw Self.writing(error)
    }
  }
}

extension AVAudioFormat {
  /// The timescale: the sample rate if it is a whole number, or else a billion.
  fileprivate var timescale: CMTimeScale {
    sampleRate >= 1 && sampleRate <= 1e9 && sampleRate == sampleRate.rounded()
      ? CMTimeScale(sampleRate) : 1_000_000_000
  }
}
