internal import CoreAudioTypes
internal import MIDISequencing

/// Times in the forms of clients.
extension ClockModel {
  /// Reads a client's time.
  ///
  /// - Throws: `kCAClock_InvalidTimeFormatError` if the time is in samples, which the host time
  ///   does not have, or is not finite; `kCAClock_InvalidSMPTEFormatError` if the SMPTE format is
  ///   unknown.
  func moment(_ time: CAClockTime) throws(StatusError) -> Moment {
    // Safe: any bytes are a value of each member, and the format names the member.
    let moment: Moment
    switch time.format {
    case .hostTime: moment = unsafe .reference(ClockObject.seconds(time.time.hostTime))
    case .absoluteSeconds: moment = unsafe .reference(time.time.seconds)
    case .beats: moment = unsafe .media(tempoMap.seconds(atBeat: time.time.beats))
    case .seconds: moment = unsafe .media(time.time.seconds)
    case .smpteSeconds: moment = unsafe .media(time.time.seconds - offset)
    case .smpteTime: moment = try unsafe .media(seconds(of: time.time.smpte) - offset)
    default: throw StatusError(kCAClock_InvalidTimeFormatError)
    }
    switch moment {
    case .media(let seconds), .reference(let seconds):
      guard seconds.isFinite else { throw StatusError(kCAClock_InvalidTimeFormatError) }
    }
    return moment
  }

  /// The seconds of a SMPTE time, in its own format.
  func seconds(of time: SMPTETime) throws(StatusError) -> Double {
    guard let format = SMPTEFormat(time.mType) else {
      throw StatusError(kCAClock_InvalidSMPTEFormatError)
    }
    return format.seconds(of: time)
  }

  /// Converts a moment to a client's form.
  ///
  /// - Throws: `kCAClock_InvalidTimeFormatError` if a stopped clock has no such time.
  func time(
    _ moment: Moment, _ form: CAClockTimeFormat
  ) throws(StatusError) -> CAClockTime {
    var result = CAClockTime()
    result.format = form
    switch form {
    case .hostTime: result.time = .init(hostTime: ClockObject.hostTime(try absolute(moment)))
    case .absoluteSeconds: result.time = .init(seconds: try absolute(moment))
    case .beats: result.time = .init(beats: tempoMap.beat(atSeconds: try relative(moment)))
    case .seconds: result.time = .init(seconds: try relative(moment))
    case .smpteSeconds: result.time = .init(seconds: try relative(moment) + offset)
    case .smpteTime:
      guard
        let smpte = format.time(atSeconds: try relative(moment) + offset, divisor: Self.divisor)
      else { throw StatusError(kCAClock_InvalidTimeFormatError) }
      result.time = .init(smpte: smpte)
    default: throw StatusError(kCAClock_InvalidTimeFormatError)
    }
    return result
  }

  /// Subframes of a frame, as in `SMPTETime`.
  private static let divisor = 80

  private func absolute(_ moment: Moment) throws(StatusError) -> Double {
    guard let seconds = reference(moment) else {
      throw StatusError(kCAClock_InvalidTimeFormatError)
    }
    return seconds
  }

  private func relative(_ moment: Moment) throws(StatusError) -> Double {
    guard let seconds = media(moment) else { throw StatusError(kCAClock_InvalidTimeFormatError) }
    return seconds
  }
}
