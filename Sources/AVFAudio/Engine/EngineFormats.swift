internal import AudioGraph
internal import AudioRealtime
internal import AudioRouting
internal import AudioToolbox
internal import Foundation

/// Translations between formats of clients and of the graph.
enum EngineFormats {
  /// The devices of the session.
  static var hardware: SessionHardware {
    _ = hasBegun
    return SharedSession.session.hardware
  }

  /// Begins the session, which watches real servers and cards, so it ignores the clock of a test.
  private static let hasBegun: Bool = VirtualClock.outside {
    _ = SharedSession.session.hardware
    return true
  }

  /// The format of a node without an engine.
  static var unattached: AVAudioFormat {
    standard(GraphFormat(sampleRate: 44_100, channelCount: 2))
  }

  /// The format of an input node without a recording device: 0 hertz and 0 channels.
  static let noInput = AVAudioFormat(
    .linearPCM(
      sampleRate: 0, channels: 0, bits: 32, isFloat: true, isBigEndian: false,
      interleaved: false), nil)

  /// The format of clients for a format of the graph.
  static func standard(_ format: GraphFormat) -> AVAudioFormat {
    let channels = AVAudioChannelCount(format.channelCount)
    if let made = AVAudioFormat(
      standardFormatWithSampleRate: format.sampleRate, channels: channels)
    {
      return made
    }
    let tag = kAudioChannelLayoutTag_DiscreteInOrder | UInt32(format.channelCount)
    guard let layout = AVAudioChannelLayout(layoutTag: tag) else {
      preconditionFailure("a format of \(format.channelCount) channels has no layout")
    }
    return AVAudioFormat(standardFormatWithSampleRate: format.sampleRate, channelLayout: layout)
  }

  /// A buffer of silence.
  static func buffer(_ format: GraphFormat, _ count: Int) -> AVAudioPCMBuffer? {
    AVAudioPCMBuffer(
      pcmFormat: standard(format), frameCapacity: AVAudioFrameCount(clamping: count))
  }
}

extension AVAudioFormat {
  /// The format of the graph for the format of a client.
  var graphFormat: GraphFormat {
    GraphFormat(sampleRate: sampleRate, channelCount: Int(channelCount))
  }
}

extension AVAudioPCMBuffer {
  /// The samples of a buffer in the standard format, which are not copied.
  var planes: Planes {
    guard format.isStandard, let channels = unsafe floatChannelData else {
      preconditionFailure("the format of the buffer is not the standard format: \(format)")
    }
    let pointers = unsafe (0..<Int(format.channelCount)).map { unsafe channels[$0] }
    return unsafe Planes(lending: pointers, capacity: Int(frameCapacity), owner: self)
  }

  /// Converts all frames of the buffer, as a part of a longer stream.
  ///
  /// - Returns: The converted frames; `nil` if the conversion fails.
  func converted(by converter: AVAudioConverter) -> AVAudioPCMBuffer? {
    let ratio = converter.outputFormat.sampleRate / format.sampleRate
    let capacity = (Double(frameLength) * ratio).rounded(.up) + 64
    guard
      let output = AVAudioPCMBuffer(
        pcmFormat: converter.outputFormat, frameCapacity: AVAudioFrameCount(capacity))
    else { return nil }
    var isGiven = false
    let status = unsafe converter.convert(to: output, error: nil) { _, status in
      unsafe status.pointee = isGiven ? .noDataNow : .haveData
      defer { isGiven = true }
      return isGiven ? nil : self
    }
    return status == .error ? nil : output
  }

  /// The frames in the standard format: the buffer itself, or a converted copy.
  ///
  /// - Parameter channelCount: The number of channels of the result.
  /// - Returns: The frames; `nil` if the conversion is unsupported.
  func standard(channelCount: Int) -> AVAudioPCMBuffer? {
    if format.isStandard, Int(format.channelCount) == channelCount { return self }
    let standard = EngineFormats.standard(
      GraphFormat(sampleRate: format.sampleRate, channelCount: channelCount))
    guard let converter = AVAudioConverter(from: format, to: standard),
      let copy = AVAudioPCMBuffer(pcmFormat: standard, frameCapacity: frameLength)
    else { return nil }
    converter.downmix = true
    do {
      try converter.convert(to: copy, from: self)
    } catch {
      return nil
    }
    return copy
  }
}
