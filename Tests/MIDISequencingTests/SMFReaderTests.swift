import Testing

@testable import MIDISequencing

@Suite struct SMFReaderTests {
  @Test("every kind of event is read with its time")
  func events() throws {
    let file = try SMFSamples.read(SMFSamples.everything)
    #expect(file.format == .parallel && file.division == .ticksPerBeat(96))
    #expect(file.repairs.isEmpty)
    #expect(file.tracks.map(\.end) == [480, 159])
    #expect(
      file.tracks[0].events == [
        SMFEvent(0, .meta(MetaEvent(type: 3, bytes: Array("Song".utf8)))),
        SMFEvent(0, .meta(MetaEvent(type: 0x51, bytes: [0x07, 0xA1, 0x20]))),
        SMFEvent(0, .meta(MetaEvent(type: 0x58, bytes: [3, 2, 24, 8]))),
        SMFEvent(480, .meta(MetaEvent(type: 0x59, bytes: [0xFE, 1]))),
      ])
    func channel(_ tick: Int, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> SMFEvent {
      SMFEvent(tick, .channel(ChannelMessage(status: status, data1: data1, data2: data2)))
    }
    let expected: [SMFEvent] = [
      channel(0, 0xC1, 5), channel(0, 0xB1, 7, 100), channel(10, 0xB1, 64, 30),
      channel(15, 0x91, 60, 100), channel(15, 0x91, 64, 90), channel(111, 0x91, 60, 0),
      channel(111, 0x81, 64, 20), channel(111, 0xE1, 0, 64), channel(111, 0xD1, 55),
      channel(111, 0xA1, 60, 3), SMFEvent(111, .systemExclusive([0x43, 0x12, 0])),
      SMFEvent(159, .escape([0x43, 0x12, 0xF7])), SMFEvent(159, .escape([0xF3, 1])),
      SMFEvent(159, .meta(MetaEvent(type: 0x7F, bytes: [1, 2]))),
    ]
    #expect(file.tracks[1].events == expected)
  }

  @Test("a division in time code has frames and ticks")
  func timeCode() throws {
    let file = try SMFSamples.read(
      SMFSamples.header(division: [0xE3, 80]) + SMFSamples.track(SMFSamples.end))
    #expect(file.division == .frames(perSecond: 29, ticksPerFrame: 80))
    #expect(abs(file.division.ticksPerUnit - 80 * 30000 / 1001) < 1e-9)
  }

  @Test("a RIFF file contains the same events")
  func riff() throws {
    let plain = try SMFSamples.read(SMFSamples.everything)
    #expect(try SMFSamples.read(SMFSamples.riff(SMFSamples.everything)) == plain)
  }

  @Test(
    "a fault is corrected and reported",
    arguments: [
      Fault(
        "a long track", SMFSamples.header() + SMFSamples.track(note, stating: 99), 2,
        [
          .trackLength(stated: 99)
        ]),
      Fault(
        "a short track", SMFSamples.header() + SMFSamples.track(note, stating: 3), 2,
        [
          .trackLength(stated: 3)
        ]),
      Fault(
        "a track without an end", SMFSamples.header() + SMFSamples.track(SMFSamples.note), 2,
        [
          .missingEndOfTrack
        ]),
      Fault(
        "bytes after the end", SMFSamples.header() + SMFSamples.track(note + [1, 2, 3]), 2,
        [.bytesAfterEndOfTrack]),
      Fault(
        "half an event", SMFSamples.header() + SMFSamples.track([0, 0x90, 60, 1, 0, 61]), 1,
        [
          .truncatedEvent, .missingEndOfTrack,
        ]),
      Fault(
        "a data byte above 127",
        SMFSamples.header() + SMFSamples.track([0, 0x90, 60, 200] + SMFSamples.end), 1,
        [
          .dataByte(200)
        ]),
      Fault(
        "data without a status",
        SMFSamples.header() + SMFSamples.track([0, 1, 2, 0x90, 60, 1] + SMFSamples.end), 1,
        [
          .missingStatus
        ]),
      Fault(
        "a system message", SMFSamples.header() + SMFSamples.track([0, 0xF2, 1, 2] + note), 3,
        [
          .systemMessage(0xF2)
        ]),
      Fault(
        "a number of five bytes",
        SMFSamples.header() + SMFSamples.track([0x80, 0x80, 0x80, 0x80, 0, 0x90, 60, 1] + note), 3,
        [.longNumber]),
      Fault(
        "another number of tracks", SMFSamples.header(tracks: 3) + SMFSamples.track(note), 2,
        [
          .trackCount(stated: 3, found: 1)
        ]),
      Fault(
        "an unknown format", SMFSamples.header(format: 7) + SMFSamples.track(note), 2,
        [
          .format(7)
        ]),
      Fault(
        "no division", SMFSamples.header(division: [0, 0]) + SMFSamples.track(note), 2,
        [
          .division
        ]),
      Fault(
        "a short header", SMFSamples.header(length: 2) + SMFSamples.track(note), 2,
        [
          .headerLength(2)
        ]),
    ])
  func repairs(_ fault: Fault) throws {
    let file = try SMFSamples.read(fault.bytes)
    #expect(file.repairs.first.map(\.fault) == fault.faults)
    #expect(file.tracks.map(\.events.count) == [fault.events])
  }

  static var note: [UInt8] { SMFSamples.note + SMFSamples.end }

  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let events: Int
    let faults: [SMFRepair.Fault]

    init(_ name: String, _ bytes: [UInt8], _ events: Int, _ faults: [SMFRepair.Fault]) {
      testDescription = name
      self.bytes = bytes
      self.events = events
      self.faults = faults
    }
  }

  @Test("a header that is longer than the data of a RIFF file has no tracks")
  func longHeader() {
    #expect(throws: SMFError(.truncated, at: 34)) { try SMFSamples.read(SMFSamples.overlongRIFF) }
  }

  @Test("every truncated file is known as truncated, after any number of repairs")
  func cutOff() throws {
    let damaged = (0..<200).flatMap { _ in [0, 0x90, 60, 200] as [UInt8] }
    let whole =
      SMFSamples.header(format: 1, tracks: 2) + SMFSamples.track(Self.note)
      + SMFSamples.track(damaged + Self.note)
    #expect(try SMFSamples.read(whole).repairs.cutOff == nil)
    let second = 22 + Self.note.count
    for count in second..<whole.count {
      let repairs = try SMFSamples.read(Array(whole.prefix(count))).repairs
      let isOneTrack = count < second + 8
      #expect((repairs.cutOff == .trackCount(stated: 2, found: 1)) == isOneTrack)
      #expect(isOneTrack || [.insideEvent, .insideTrack].contains(repairs.cutOff))
    }
  }

  @Test("a track with a long length does not hide the next track")
  func hiddenTrack() throws {
    let first = SMFSamples.track(Self.note, stating: Self.note.count + 8 + Self.note.count)
    let file = try SMFSamples.read(
      SMFSamples.header(format: 1, tracks: 2) + first + SMFSamples.track(Self.note))
    #expect(file.tracks.map(\.events.count) == [2, 2])
    #expect(file.repairs.count == 1)
  }

  @Test("running status continues after information and system exclusive messages")
  func runningStatus() throws {
    let body: [UInt8] =
      [0, 0x90, 60, 100, 0, 0xFF, 1, 1, 65, 0, 61, 90, 0, 0xF0, 2, 1, 0xF7, 0, 62, 80]
    let file = try SMFSamples.read(SMFSamples.header() + SMFSamples.track(body + SMFSamples.end))
    let keys = file.tracks[0].events.compactMap {
      if case .channel(let message) = $0.message { message.data1 } else { nil }
    }
    #expect(keys == [60, 61, 62] && file.repairs.isEmpty)
  }

  @Test(
    "bytes that are no file give their reason",
    arguments: [
      ([], SMFError(.empty, at: 0)),
      (Array("MTh".utf8), SMFError(.truncated, at: 0)),
      (Array("This is no MIDI file".utf8), SMFError(.unrecognised, at: 0)),
      (Array(SMFSamples.header().prefix(13)), SMFError(.truncated, at: 13)),
      (SMFSamples.header(), SMFError(.truncated, at: 14)),
      (Array("RIFF".utf8) + [4, 0, 0, 0] + Array("RMID".utf8), SMFError(.noData, at: 12)),
    ] as [([UInt8], SMFError)])
  func errors(_ bytes: [UInt8], _ error: SMFError) {
    #expect(throws: error) { try SMFSamples.read(bytes) }
  }

  @Test("no prefix and no damaged byte traps or multiplies memory", arguments: SMFSamples.all)
  func damage(_ bytes: [UInt8]) {
    for count in 0...bytes.count { check(Array(bytes.prefix(count))) }
    for index in bytes.indices {
      for value in UInt8.min...UInt8.max {
        var damaged = bytes
        damaged[index] = value
        check(damaged)
      }
    }
  }

  /// Reads bytes that may be damaged; the file that results must be valid.
  private func check(_ bytes: [UInt8]) {
    guard let file = try? SMFSamples.read(bytes) else { return }
    #expect(file.tracks.reduce(0) { $0 + $1.events.count } <= bytes.count / 2)
    var clean = file
    clean.repairs = SMFRepairs()
    if let written = try? SMFWriter.write(clean) {
      #expect((try? SMFSamples.read(written)) == clean)
    }
  }
}
