internal import CoreAudioTypes
internal import MIDISequencing

/// The state of a clock, and its arithmetic: media time as a function of reference time.
///
/// Reference time is the host time in seconds.
struct ClockModel: Sendable {
  /// Media time that advances at a rate.
  struct Run: Equatable, Sendable {
    var reference: Double
    var media: Double
    /// Seconds of media for each second.
    var rate: Double
  }

  /// A moment on one of the two time lines.
  enum Moment: Equatable, Sendable {
    case media(Double)
    case reference(Double)
  }

  /// What listeners learn.
  enum Event: Equatable, Sendable {
    case startTimeSet, started, stopped, armed, disarmed, wrongFormat
    case changed(UInt32)
  }

  var syncMode = CAClockSyncMode.internal
  var format: SMPTEFormat
  /// The SMPTE seconds at media time 0.
  var offset = 0.0
  /// The seconds for which the clock continues when MIDI Time Code stops.
  var freewheelSeconds = 1.0
  var tempos: [(beat: Double, tempo: Double)] = [(0, TempoMap.standardTempo)] {
    didSet { tempoMap = TempoMap(tempos) }
  }
  var meters: [(beat: Double, count: Int, unit: Int)] = [(0, 4, 4)] {
    didSet { meterMap = MeterMap(meters) }
  }
  private(set) var tempoMap = TempoMap([])
  private(set) var meterMap = MeterMap([(0, 4, 4)])
  /// The rate that the client has set.
  private(set) var playRate = 1.0
  /// The advance of media time; `nil` if the clock is stopped.
  private(set) var run: Run?
  /// The moment of the last start.
  private(set) var start: Run?
  /// The media time of a stopped clock.
  private(set) var stoppedMedia = 0.0
  private(set) var isArmed = false
  private var sync = ClockSync()

  init?() {
    guard let format = SMPTEFormat(.type30) else { return nil }
    self.format = format
  }

  var isRunning: Bool { run != nil }

  // MARK: Times

  /// The media time at a reference time.
  func media(at reference: Double) -> Double {
    run.map { $0.media + (reference - $0.reference) * $0.rate } ?? stoppedMedia
  }

  /// Converts a moment to media time.
  ///
  /// - Returns: The media time; `nil` for a reference time while the clock is stopped.
  func media(_ moment: Moment) -> Double? {
    switch moment {
    case .media(let media): media
    case .reference(let reference): run == nil ? nil : media(at: reference)
    }
  }

  /// Converts a moment to reference time.
  ///
  /// - Returns: The reference time; `nil` for a media time while the clock is stopped.
  func reference(_ moment: Moment) -> Double? {
    switch moment {
    case .reference(let reference): reference
    case .media(let media): run.map { $0.reference + (media - $0.media) / $0.rate }
    }
  }

  /// The tempo at a reference time: the map's tempo, multiplied by the rate of MIDI clock messages.
  func tempo(at reference: Double) -> Double {
    let tempo = tempoMap.tempo(atBeat: tempoMap.beat(atSeconds: media(at: reference)))
    return syncMode == .midiClockTransport ? tempo * (run?.rate ?? 1) : tempo
  }

  // MARK: Changes

  /// Sets the tempo from a media time on.
  mutating func set(tempo: Double, from media: Double) {
    let beat = tempoMap.beat(atSeconds: media)
    tempos = tempos.filter { $0.beat < beat } + [(beat, tempo)]
  }

  mutating func set(media: Double) -> [Event] {
    stoppedMedia = media
    return [.startTimeSet]
  }

  mutating func set(playRate: Double, at reference: Double) {
    self.playRate = playRate
    guard syncMode == .internal, let old = run else { return }
    run = Run(reference: reference, media: media(at: reference), rate: playRate)
    if start == nil { start = old }
  }

  mutating func begin(at reference: Double, rate: Double) -> [Event] {
    guard run == nil else { return [] }
    run = Run(reference: reference, media: stoppedMedia, rate: rate)
    start = run
    return [.started]
  }

  mutating func end(at reference: Double) -> [Event] {
    guard run != nil else { return [] }
    stoppedMedia = media(at: reference)
    (run, start) = (nil, nil)
    return [.stopped]
  }

  mutating func arm() -> [Event] {
    defer { isArmed = true }
    return isArmed ? [] : [.armed]
  }

  mutating func disarm(at reference: Double) -> [Event] {
    guard isArmed else { return [] }
    isArmed = false
    sync = ClockSync()
    return end(at: reference) + [.disarmed]
  }

  // MARK: Messages

  /// Follows a message that arrived at a reference time.
  mutating func take(_ message: SyncReader.Message, at reference: Double) -> [Event] {
    guard isArmed else { return [] }
    let isMTC = syncMode == .mtcTransport
    guard let step = isMTC ? sync.takeTime(message, format) : sync.takeClock(message, reference)
    else { return [] }
    switch step {
    case .wrongFormat: return [.wrongFormat]
    case .stop: return end(at: reference)
    case .move(let beat): return isRunning ? [] : set(media: tempoMap.seconds(atBeat: beat))
    case .prepare(let beat):
      let events = end(at: reference)
      let current = tempoMap.beat(atSeconds: stoppedMedia)
      stoppedMedia = tempoMap.seconds(atBeat: beat ?? current)
      sync.firstBeat = beat ?? current
      return events
    case .beat(let beat, let interval):
      let media = tempoMap.seconds(atBeat: beat)
      let length = tempoMap.seconds(atBeat: beat + ClockSync.clockBeats) - media
      return follow(media, at: reference, rate: interval.map { length / $0 })
    case .locate(let seconds):
      guard isRunning else { return set(media: seconds - offset) }
      return follow(seconds - offset, at: reference, rate: nil)
    case .time(let seconds): return followTime(seconds - offset, at: reference)
    }
  }

  /// Whether the clock stops without further MIDI Time Code.
  var isFreewheelDue: Bool { syncMode == .mtcTransport && run != nil }

  /// Stops a clock that has received no MIDI Time Code for too long.
  mutating func checkFreewheel(at reference: Double) -> [Event] {
    guard syncMode == .mtcTransport, let run, reference > run.reference + freewheelSeconds else {
      return []
    }
    return end(at: run.reference + freewheelSeconds)
  }

  /// Continues at a media time, and starts if necessary.
  private mutating func follow(_ media: Double, at reference: Double, rate: Double?) -> [Event] {
    let isStart = run == nil
    if isStart { stoppedMedia = media }
    let new = Run(reference: reference, media: media, rate: rate ?? run?.rate ?? 1)
    run = new
    if isStart { start = new }
    return isStart ? [.started] : []
  }

  /// Follows MIDI Time Code, whose rate may be half to twice that of real time.
  private mutating func followTime(_ media: Double, at reference: Double) -> [Event] {
    var rate = 1.0
    if let run, reference > run.reference {
      let measured = (media - run.media) / (reference - run.reference)
      if (0.5...2).contains(measured) { rate = measured }
    }
    return follow(media, at: reference, rate: rate)
  }
}
