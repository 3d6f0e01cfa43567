/// The relation of beats and seconds: the integral of the tempo.
package struct TempoMap: Equatable, Sendable {
  /// A stretch of constant tempo, to the start of the next one.
  private struct Segment: Equatable, Sendable {
    var beat: Double
    var seconds: Double
    var secondsPerBeat: Double
  }

  /// The slowest and the fastest tempo; others count as the nearest of them.
  package static let tempos = 1e-6...1e12

  /// Beats a minute without a tempo event.
  package static let standardTempo = 120.0

  private var segments: [Segment]

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - changes: Beats a minute from a beat on, in the order of their beats. Of several changes at
  ///     one beat, the last one applies. Tempos other than positive numbers are ignored.
  ///   - tempo: Beats a minute before the first change.
  package init(_ changes: [(beat: Double, tempo: Double)], before tempo: Double = standardTempo) {
    segments = [Segment(beat: 0, seconds: 0, secondsPerBeat: 60 / tempo)]
    for change in changes where change.tempo > 0 && change.tempo.isFinite {
      let last = segments[segments.count - 1]
      let length = 60 / max(Self.tempos.lowerBound, min(change.tempo, Self.tempos.upperBound))
      let seconds = last.seconds + (change.beat - last.beat) * last.secondsPerBeat
      let segment = Segment(beat: change.beat, seconds: seconds, secondsPerBeat: length)
      if change.beat <= last.beat {
        segments[segments.count - 1].secondsPerBeat = length
      } else {
        segments.append(segment)
      }
    }
  }

  /// The seconds from beat 0 to a beat; negative before it.
  package func seconds(atBeat beat: Double) -> Double {
    let segment = segment { $0.beat <= beat }
    return segment.seconds + (beat - segment.beat) * segment.secondsPerBeat
  }

  /// The beat at a number of seconds from beat 0.
  package func beat(atSeconds seconds: Double) -> Double {
    let segment = segment { $0.seconds <= seconds }
    return segment.beat + (seconds - segment.seconds) / segment.secondsPerBeat
  }

  /// The beats a minute at a beat.
  package func tempo(atBeat beat: Double) -> Double {
    60 / segment { $0.beat <= beat }.secondsPerBeat
  }

  /// The last segment that has started; the first one at earlier times.
  private func segment(_ hasStarted: (Segment) -> Bool) -> Segment {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if hasStarted(segments[middle]) { low = middle } else { high = middle - 1 }
    }
    return segments[low]
  }
}
