import FuzzSupport
import MIDISequencing

/// Reads inputs as Standard MIDI Files, and as sequences.
///
/// The events must be in order, and a written file must read back equal. The code must not trap
/// or hang.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let bytes = unsafe fuzzBytes(memory.bytes)
  guard var file = try? SMFReader.read(bytes.span) else { return 0 }
  precondition(file.repairs.first.count <= SMFRepairs.mostKept)
  precondition(file.tracks.reduce(0) { $0 + $1.events.count } <= bytes.count / 2)
  for track in file.tracks { checkOrder(track) }
  checkSequence(file)
  file.repairs = SMFRepairs()
  guard let written = try? SMFWriter.write(file) else { return 0 }
  guard let again = try? SMFReader.read(written.span) else {
    preconditionFailure("a written file cannot be read")
  }
  precondition(again == file)
  return 0
}

private func checkOrder(_ track: SMFTrack) {
  var tick = 0
  for event in track.events {
    precondition(event.tick >= tick)
    tick = event.tick
  }
  precondition(track.end >= tick)
}

/// Loads a file in both ways, and edits and saves the sequence.
private func checkSequence(_ file: SMFFile) {
  var sequence = EventSequence()
  sequence.add(file, .asInFile)
  sequence.add(file, .channels)
  let map = sequence.tempoMap()
  let length = sequence.length
  let seconds = map.seconds(atBeat: length)
  precondition(seconds >= 0 && abs(map.beat(atSeconds: seconds) - length) <= 1e-6 * (1 + length))
  if let place = sequence.meterMap().place(atBeat: length, divisor: 480) {
    precondition(abs(sequence.meterMap().beat(at: place) - length) <= 1e-3 * (16 + length))
  }
  _ = sequence.file(file.division)
  sequence.reverse()
  for track in sequence.tracks {
    sequence.update(track.number) { $0.cut(from: length / 4, to: length / 2) }
  }
  _ = sequence.file(file.division)
}
