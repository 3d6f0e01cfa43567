import AVFAudio
import Foundation
import TestSupport
import Testing

/// The examples that change a file and record a microphone.
@Suite struct EffectsTests {
  /// A file of one second.
  private static func file(_ folder: TemporaryFolder, rate: Double = 48_000) throws -> URL {
    let url = folder.url("in.wav")
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2))
    let count = AVAudioFrameCount(rate)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count))
    buffer.frameLength = count
    for channel in 0..<2 {
      for index in 0..<Int(count) {
        buffer.floatChannelData?[channel][index] = Float(sin(Double(index) / 20)) / 2
      }
    }
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    try file.write(from: buffer)
    file.close()
    return url
  }

  @Test("a file passes the effects into a file of the new length")
  func effects() throws {
    let folder = try TemporaryFolder()
    let (input, output) = (try Self.file(folder), folder.url("out.wav"))
    let run = try Programs.run(
      "Effects", ["--rate", "2", "--pitch", "300", "-o", output.path, input.path])
    #expect(run.ending == .exit(0))
    #expect(run.errors == "")
    let file = try AVAudioFile(forReading: output)
    // Half of the sound, and two seconds of reverb.
    #expect(file.length == 24_000 + 96_000)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 20_000))
    try file.read(into: buffer)
    let samples = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: 20_000)
    #expect(samples.map(abs).max() ?? 0 > 0.2)
  }

  @Test("an unknown option is reported")
  func unknown() throws {
    let run = try Programs.run("Effects", ["--rate", "fast", "/none.wav"])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "Effects: --rate fast is an unknown option, or has an invalid value\n")
  }

  #if Soxr
    @Test("a recording comes as 16 kHz mono, as long as requested")
    func transcript() throws {
      let folder = try TemporaryFolder()
      let input = try Self.file(folder)
      let samples = LittleEndian.float(
        try Tool.run(
          "OPENCOREAUDIO_INPUT=file:\(input.path)", [Programs.path("Transcript"), "0.5"]))
      #expect(samples.count == 8_000)
      for index in stride(from: 1_000, to: 7_000, by: 333) {
        let wanted = Float(sin(Double(index) * 3 / 20)) / 2
        #expect(abs(samples[index] - wanted) < 0.01)
      }
    }
  #endif
}
