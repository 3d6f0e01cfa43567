import Foundation

/// MediaInfo's report about a file.
///
/// MediaInfo shares no code with FFmpeg.
package struct MediaInfo {
  /// MediaInfo's name of the codec.
  package var format: String
  /// The length of the audio in seconds, if reported.
  package var seconds: Double?
  package var sampleRate: Int?
  package var channelCount: Int?
  package var title: String

  /// Whether the program is in the search path.
  package static let isInstalled = (try? Tool.run("mediainfo", ["--Version"])) != nil

  /// Runs MediaInfo on a file.
  ///
  /// - Throws: ``Tool/Failure`` if the program fails.
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
