import Testing

@testable import AudioToolbox

/// The arithmetic of a clock, at reference times that the tests state.
@Suite struct ClockModelTests {
  private func model(_ mode: CAClockSyncMode = .internal) throws -> ClockModel {
    var model = try #require(ClockModel())
    model.syncMode = mode
    return model
  }

  /// Passes bytes to a clock.
  @discardableResult
  private func send(
    _ bytes: [UInt8], to model: inout ClockModel, at reference: Double
  ) -> [ClockModel.Event] {
    var reader = SyncReader()
    return bytes.compactMap { reader.take($0) }.flatMap { model.take($0, at: reference) }
  }

  @Test("media time advances at the rate from the start, and stays after the stop")
  func runs() throws {
    var model = try model()
    #expect(model.set(media: 5) == [.startTimeSet])
    #expect(model.media(at: 99) == 5 && model.reference(.media(5)) == nil)
    #expect(model.begin(at: 100, rate: 1) == [.started])
    #expect(model.begin(at: 101, rate: 1) == [])
    #expect(model.media(at: 102) == 7 && model.reference(.media(7)) == 102)
    model.set(playRate: 2, at: 102)
    #expect(model.media(at: 103) == 9 && model.reference(.media(9)) == 103)
    #expect(model.start?.media == 5 && model.start?.reference == 100)
    #expect(model.end(at: 104) == [.stopped])
    #expect(model.media(at: 200) == 11 && model.media(.reference(200)) == nil)
    #expect(model.end(at: 201) == [])
  }

  @Test("a tempo applies from its time on, and replaces later ones")
  func tempos() throws {
    var model = try model()
    model.tempos = [(0, 60), (4, 120)]
    #expect(model.tempoMap.beat(atSeconds: 5) == 6)
    model.set(tempo: 30, from: 2)
    #expect(model.tempoMap.beat(atSeconds: 2) == 2 && model.tempoMap.beat(atSeconds: 6) == 4)
    #expect(model.tempo(at: 0) == 60)
    _ = model.set(media: 3)
    #expect(model.tempo(at: 0) == 30)
  }

  @Test("MIDI clock starts, advances and stops an armed clock at the tempo of the messages")
  func followsClock() throws {
    var model = try model(.midiClockTransport)
    #expect(send([0xFA, 0xF8], to: &model, at: 0) == [] && !model.isRunning)
    #expect(model.arm() == [.armed])
    // 240 beats a minute, twice as fast as the tempo map.
    let interval = 0.25 / 24
    #expect(send([0xFA], to: &model, at: 10) == [])
    var events: [ClockModel.Event] = []
    for number in 0...48 {
      events += send([0xF8], to: &model, at: 10 + Double(number) * interval)
    }
    #expect(events == [.started])
    let time = 10 + 48 * interval
    #expect(abs(model.tempoMap.beat(atSeconds: model.media(at: time)) - 2) < 1e-9)
    #expect(abs(model.tempo(at: time) - 240) < 1e-6)
    // Between two messages, time advances at that tempo.
    let later = model.tempoMap.beat(atSeconds: model.media(at: time + 0.125))
    #expect(abs(later - 2.5) < 1e-9)
    #expect(send([0xFC], to: &model, at: time) == [.stopped])
    #expect(abs(model.stoppedMedia - 1) < 1e-9)
    // Continues at the same beat.
    send([0xFB], to: &model, at: 20)
    #expect(send([0xF8], to: &model, at: 20) == [.started])
    #expect(abs(model.tempoMap.beat(atSeconds: model.media(at: 20)) - 2) < 1e-9)
    #expect(model.disarm(at: 20) == [.stopped, .disarmed])
  }

  @Test("a song position moves a stopped clock, and a start returns to 0")
  func position() throws {
    var model = try model(.midiClockTransport)
    _ = model.arm()
    // Bar 3 of 4/4: 32 sixteenths.
    #expect(send([0xF2, 32, 0], to: &model, at: 0) == [.startTimeSet])
    #expect(model.stoppedMedia == 4)
    send([0xFB, 0xF8], to: &model, at: 1)
    #expect(model.media(at: 1) == 4)
    #expect(send([0xF2, 0, 0], to: &model, at: 1) == [])
    send([0xFC, 0xFA, 0xF8], to: &model, at: 2)
    #expect(model.media(at: 2) == 0)
  }

  /// The quarter frames of 01:02:03:04 at 25 frames a second.
  private static let quarterFrames: [UInt8] = [0x04, 0x10, 0x23, 0x30, 0x42, 0x50, 0x61, 0x72]

  @Test("MIDI Time Code starts a clock after eight pieces, and it stops after the freewheel time")
  func followsTimeCode() throws {
    var model = try model(.mtcTransport)
    model.format = try #require(SMPTEFormat(.type25))
    model.offset = 3600
    _ = model.arm()
    var events: [ClockModel.Event] = []
    for (index, piece) in Self.quarterFrames.enumerated() {
      events += send([0xF1, piece], to: &model, at: 50 + Double(index) * 0.01)
    }
    #expect(events == [.started])
    // The first piece arrived at 50.
    #expect(abs(model.media(at: 50) - 123.16) < 1e-9)
    #expect(model.checkFreewheel(at: 51.06) == [])
    #expect(model.checkFreewheel(at: 51.08) == [.stopped])
    #expect(abs(model.stoppedMedia - 124.23) < 1e-9)
  }

  @Test("missing pieces, and time codes of another format, do not start a clock")
  func refusesTimeCode() throws {
    var model = try model(.mtcTransport)
    _ = model.arm()
    var events: [ClockModel.Event] = []
    for piece in Self.quarterFrames { events += send([0xF1, piece], to: &model, at: 0) }
    #expect(events == [.wrongFormat] && !model.isRunning)
    model.format = try #require(SMPTEFormat(.type25))
    for piece in Self.quarterFrames.dropLast(2) + Self.quarterFrames.suffix(1) {
      #expect(send([0xF1, piece], to: &model, at: 0) == [])
    }
    // A full frame moves a stopped clock.
    let full: [UInt8] = [0xF0, 0x7F, 0x7F, 1, 1, 0x21, 2, 3, 5, 0xF7]
    #expect(send(full, to: &model, at: 0) == [.startTimeSet])
    #expect(abs(model.stoppedMedia - 3723.2) < 1e-9)
    #expect(send(Array(full.dropLast(2)) + [0xF7], to: &model, at: 0) == [])
  }

  @Test("messages are found between others, and inside system-exclusive ones")
  func reads() {
    var reader = SyncReader()
    let bytes: [UInt8] = [
      0x90, 60, 0xF8, 100, 0xF0, 0x7F, 0xFA, 1, 0xF7, 5, 0xF2, 4, 0xFC, 0, 0xF1, 0x35, 0xFB,
    ]
    #expect(
      bytes.compactMap { reader.take($0) } == [
        .clock, .start, .stop, .position(beat: 1), .quarterFrame(piece: 3, value: 5), .continue,
      ])
  }

  @Test("a start's forms of time agree with each other")
  func translates() throws {
    var model = try model()
    model.offset = 3600
    model.format = try #require(SMPTEFormat(.type25))
    _ = model.set(media: 2)
    _ = model.begin(at: 10, rate: 1)
    let moment = ClockModel.Moment.reference(11)
    #expect(try model.time(moment, .seconds).time.seconds == 3)
    #expect(try model.time(moment, .beats).time.beats == 6)
    #expect(try model.time(moment, .smpteSeconds).time.seconds == 3603)
    #expect(try model.time(moment, .absoluteSeconds).time.seconds == 11)
    #expect(try model.time(moment, .hostTime).time.hostTime == 11_000_000_000)
    let smpte = try model.time(moment, .smpteTime)
    #expect(smpte.time.smpte.mHours == 1 && smpte.time.smpte.mSeconds == 3)
    for form: CAClockTimeFormat in [.seconds, .beats, .smpteSeconds, .smpteTime] {
      let time = try model.time(moment, form)
      #expect(try model.moment(time) == .media(3))
      #expect(try model.time(model.moment(time), .absoluteSeconds).time.seconds == 11)
    }
    #expect(throws: StatusError(kCAClock_InvalidTimeFormatError)) {
      try model.time(moment, .samples)
    }
  }
}
