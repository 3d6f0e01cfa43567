internal import AVFAudio
internal import AudioToolbox
internal import CoreMedia
internal import Foundation

/// The track of a file that is being written.
enum WrittenTrack: Sendable {
  case frames(WrittenFrames)
  case packets(WrittenPackets)

  /// Creates a file for samples with the format of a buffer.
  ///
  /// - Parameters:
  ///   - request: The file.
  ///   - settings: The format in the file; `nil` for that of the samples.
  ///   - buffer: The first samples.
  /// - Throws: An ``AVError`` if the file cannot be created or cannot store the format.
  init(
    _ request: WritingRequest, _ settings: [String: Any]?, for buffer: CMSampleBuffer
  ) throws(AVError) {
    guard let description = buffer.formatDescription,
      let format = description.audioStreamBasicDescription
    else {
      throw AVError(.invalidSourceMedia, "the sample buffer has no format description of audio")
    }
    if format.mFormatID == kAudioFormatLinearPCM {
      self = .frames(try WrittenFrames(request, settings, description))
    } else if settings == nil {
      self = .packets(try WrittenPackets(request, description))
    } else {
      throw AVError(
        .invalidSourceMedia, "outputSettings require linear PCM, but the samples are compressed")
    }
  }

  /// Writes the samples between two times, and silence before them if there is a gap.
  func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws(AVError) {
    switch self {
    case .frames(let track): try track.append(buffer, from: start, to: end)
    case .packets(let track): try track.append(buffer, from: start, to: end)
    }
  }

  /// Ends the fragment of a movie.
  func endFragment() throws(AVError) {
    switch self {
    case .frames(let track): try track.endFragment()
    case .packets(let track): try track.endFragment()
    }
  }

  /// The encoder's priming frames, which precede the recording; 0 for packets.
  var primingFrames: Int {
    switch self {
    case .frames(let track): track.primingFrames
    case .packets: 0
    }
  }

  /// Frames per second of the file.
  var sampleRate: Double {
    switch self {
    case .frames(let track): track.sampleRate
    case .packets(let track): track.sampleRate
    }
  }

  /// Completes the file with tracks of texts and metadata.
  func finish(_ timed: WrittenTimedTracks) throws(AVError) {
    switch self {
    case .frames(let track): try track.finish(timed)
    case .packets(let track): try track.finish(timed)
    }
  }
}
