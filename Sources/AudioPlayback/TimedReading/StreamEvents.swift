internal import AudioContainers
internal import AudioFiles

/// The texts of a stream.
struct StreamEvents: TimedSource {
  private let session: HLSCaptionSession

  init(_ session: HLSCaptionSession) { self.session = session }

  var nextLoad: Double? { session.nextLoad }

  mutating func events(around seconds: Double) throws(MediaFailure) -> [TimedEvent] {
    let cues: [WebVTTCue]
    do throws(HLSFailure) {
      cues = try session.captions(around: seconds)
    } catch {
      throw MediaFailure(error)
    }
    return cues.filter { $0.end > seconds }.prefix(TimedWindow.most).map { cue in
      TimedEvent(
        start: cue.start, end: cue.end, sample: CaptionSample.sample(cue),
        texts: [cue.text].filter { !$0.runs.isEmpty })
    }
  }
}
