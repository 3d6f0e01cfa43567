import AudioToolbox
import BenchmarkSupport
import Foundation

private let fileCount = 72

/// Loads MIDI files as sequences, against mido.
func measureFiles() throws {
  let folder = try MeasurementFolder()
  defer { folder.remove() }
  let files = try songs(folder.url)
  print("loading \(files.count) MIDI files")
  let ours = Processor.fastest { for file in files { load(file) } }
  let peer = try loadByMido(files)
  report("", ours: ours, peer: peer, "mido", target: "0.02")
}

/// The files of the folder that a variable names, or songs of this program.
private func songs(_ folder: URL) throws -> [URL] {
  if let named = ProcessInfo.processInfo.environment["OCA_MIDI"] {
    let found = FileManager.default.enumerator(atPath: named)?.compactMap { $0 as? String } ?? []
    return found.filter { ["mid", "midi", "kar"].contains(($0 as NSString).pathExtension) }
      .sorted().map { URL(fileURLWithPath: named).appendingPathComponent($0) }
  }
  return try (0..<fileCount).map { number in
    let file = folder.appendingPathComponent("\(number).mid")
    try Song.write(to: file, seconds: 20, seed: number)
    return file
  }
}

private func load(_ file: URL) {
  var sequence: MusicSequence?
  guard NewMusicSequence(&sequence) == noErr, let sequence else { return }
  // Files that are damaged beyond repair count for both sides.
  _ = MusicSequenceFileLoad(sequence, file as NSURL, .midiType, [])
  DisposeMusicSequence(sequence)
}

/// The seconds that mido takes, by its own clock.
private func loadByMido(_ files: [URL]) throws -> Double {
  let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Tools/load-midi").standardizedFileURL
  let process = Process()
  let output = Pipe()
  process.executableURL = tool
  process.arguments = files.map(\.path)
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0,
    let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  else { throw CocoaError(.executableLoad) }
  return seconds
}
