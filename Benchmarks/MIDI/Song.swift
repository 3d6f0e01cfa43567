import AVFAudio

/// A song that this program writes: the same notes each time.
enum Song {
  /// Writes the song to a Standard MIDI File: 12 instruments with chords, and drums.
  static func write(to url: URL, seconds: Int, seed: Int = 1) throws {
    let sequencer = AVAudioSequencer()
    let programs: [Int32] = [0, 4, 16, 24, 33, 40, 48, 52, 56, 65, 73, 80]
    var state = UInt64(seed)
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for channel in 0..<13 {
      let track = sequencer.createAndAppendTrack()
      let isDrums = channel == 9
      if !isDrums {
        let program = programs[channel > 9 ? channel - 1 : channel]
        track.addEvent(
          AVMIDIProgramChangeEvent(channel: UInt32(channel), programNumber: UInt32(program)), at: 0)
      }
      // 120 beats a minute.
      for beat in stride(from: 0, to: Double(2 * seconds), by: isDrums ? 0.5 : 1) {
        let root = isDrums ? 35 + random(20) : 40 + random(30)
        for interval in isDrums ? [0] : [0, 4, 7] {
          track.addEvent(
            AVMIDINoteEvent(
              channel: UInt32(channel), key: UInt32(root + interval),
              velocity: UInt32(60 + random(50)), duration: 0.9), at: beat)
        }
      }
    }
    try sequencer.write(to: url, smpteResolution: 0, replaceExisting: true)
  }
}

/// A folder that ends with the measurement.
struct MeasurementFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("midi-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
