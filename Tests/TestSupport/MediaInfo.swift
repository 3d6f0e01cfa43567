import Foundation

/// What MediaInfo, which shares no code with FFmpeg, says of a file.
package struct MediaInfo {
  /// The codec, as it calls it.
  package var format: String
  /// Of the audio, where it is told.
  package var seconds: Double?
  package var sampleRate: Int?
  package var channelCount: Int?
  package var title: String

  /// Whether the program is in the search path.
  package static let isInstalled = (try? Tool.run("mediainfo", ["--Version"])) != nil

  /// Asks for a file.
  ///
  /// - Throws: ``Tool/Failure`` where the program fails.
  package init(_ file: [UInt8]) throws {
    let folder = try TemporaryFolder()
    try Tool.write(file, to: folder.url("input"))
    func ask(_ question: String) throws -> [String] {
      let output = try Tool.run("mediainfo", ["--Inform=" + question, folder.url("input").path])
      return String(decoding: output, as: UTF8.self)
        .trimmingCharacters(in: .newlines).components(separatedBy: "|")
    }
    let audio = try ask("Audio;%Format%|%Duration%|%SamplingRate%|%Channel(s)%") + ["", "", "", ""]
    format = audio[0]
    seconds = Double(audio[1]).map { $0 / 1000 }
    sampleRate = Int(audio[2])
    channelCount = Int(audio[3])
    title = try ask("General;%Title%")[0]
  }
}
