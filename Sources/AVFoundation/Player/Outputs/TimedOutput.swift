internal import AudioPlayback
internal import CoreMedia
internal import Foundation

/// The kinds of media that have events at times.
enum TimedKind {
  case texts
  case metadata
}

/// The events of a track around the time of playback.
struct TimedEvents {
  var name: String
  var events: [TimedEvent] = []
  /// The time around which events have been read; `nil` before that.
  var time: Double?
  var description: CMFormatDescription
  /// Units per second of the times.
  var timescale: CMTimeScale
  /// The track; `nil` for the texts of a stream.
  var playerTrack: AVPlayerItemTrack?

  /// Whether the events of a time have been read.
  func includes(_ seconds: Double) -> Bool {
    time.map { TimedReading.range(around: $0).contains(seconds) } ?? false
  }

  /// The sample of an event.
  func buffer(of event: TimedEvent) -> CMSampleBuffer? {
    let timing = CMSampleTimingInfo(
      duration: CMTime(seconds: event.end - event.start, preferredTimescale: timescale),
      presentationTimeStamp: CMTime(seconds: event.start, preferredTimescale: timescale),
      decodeTimeStamp: .invalid)
    return try? CMSampleBuffer(
      dataBuffer: CMBlockBuffer(event.sample.span), formatDescription: description, numSamples: 1,
      sampleTimings: [timing], sampleSizes: [event.sample.count])
  }
}

/// An output that gets events at their times, from one thread at a time.
protocol TimedOutput: AVPlayerItemOutput {
  /// Seconds by which events are given before their times.
  var advanceSeconds: Double { get }
  /// What the output gets.
  var takes: TimedKind { get }

  /// Gives new events to the receiver of the output.
  func give(_ tracks: [TimedEvents], at seconds: Double)
  /// Forgets what has been given.
  func reset()
  /// Reports a jump of the time.
  func flush()
}

/// The time by which an output gets events before their time.
enum TimedAdvance {
  /// Events are read only some seconds ahead of playback.
  private static let most = 20.0

  /// The seconds that take effect: at most 20, and 0 if the value is not finite.
  static func seconds(_ wanted: Double) -> Double {
    wanted.isFinite ? max(0, min(wanted, most)) : 0
  }
}
