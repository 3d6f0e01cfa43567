import Testing

@testable import MIDISequencing

@Suite struct SMFWriterTests {
  @Test("a written file reads back equal", arguments: [SMFSamples.everything, SMFSamples.all[2]])
  func roundTrip(_ bytes: [UInt8]) throws {
    let file = try SMFSamples.read(bytes)
    let written = try SMFWriter.write(file)
    #expect(try SMFSamples.read(written) == file)
    #expect(written.count <= bytes.count)
  }

  @Test("times of one to four bytes are exact")
  func times() throws {
    let ticks = [0, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 0x0FFF_FFFF]
    var events: [SMFEvent] = []
    for tick in ticks {
      let message = ChannelMessage(status: 0x90, data1: 60, data2: 1)
      events.append(SMFEvent((events.last?.tick ?? 0) + tick, .channel(message)))
    }
    let file = SMFFile(format: .single, division: .standard, tracks: [SMFTrack(events)])
    #expect(try SMFSamples.read(SMFWriter.write(file)) == file)
  }

  @Test("content without a form in a file is refused")
  func errors() {
    func error(_ track: SMFTrack, _ division: SMFDivision = .standard) -> SMFWriteError? {
      do throws(SMFWriteError) {
        _ = try SMFWriter.write(SMFFile(format: .single, division: division, tracks: [track]))
        return nil
      } catch {
        return error
      }
    }
    let message = SMFMessage.channel(ChannelMessage(status: 0x90, data1: 60, data2: 1))
    #expect(error(SMFTrack(), .ticksPerBeat(0)) == .division)
    #expect(error(SMFTrack(), .ticksPerBeat(40_000)) == .division)
    #expect(error(SMFTrack([SMFEvent(1 << 28, message)])) == .time(track: 0, event: 0))
    #expect(
      error(SMFTrack([SMFEvent(5, message), SMFEvent(4, message)])) == .time(track: 0, event: 1))
    let status = SMFMessage.channel(ChannelMessage(status: 0xF0, data1: 0, data2: 0))
    #expect(error(SMFTrack([SMFEvent(0, status)])) == .event(track: 0, event: 0))
    let end = SMFMessage.meta(MetaEvent(type: MetaEvent.endOfTrack, bytes: []))
    #expect(error(SMFTrack([SMFEvent(0, end)])) == .event(track: 0, event: 0))
    #expect(throws: SMFWriteError.trackCount(2)) {
      try SMFWriter.write(
        SMFFile(format: .single, division: .standard, tracks: [SMFTrack(), SMFTrack()]))
    }
  }
}
