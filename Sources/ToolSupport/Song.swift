package import AudioToolbox
import Foundation
package import MIDISequencing
import MIDISynthesis

/// A Standard MIDI File, rendered for a tool.
package final class Song {
  /// The largest file, in MiB.
  private static let mostMebibytes = 64

  package let format: AudioStreamBasicDescription
  private let frames: SongFrames

  /// Whether a file is a song, by its first bytes.
  package static func isSong(_ path: String) -> Bool {
    let start = LocalFile.firstBytes(of: path, count: 512)
    return SongFrames.isSong(start.span)
  }

  /// Opens a song.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bank: The path of the sound bank, or `nil` for the standard one.
  ///   - sampleRate: The rate in hertz.
  /// - Throws: ``ToolFailure`` if the file is invalid, or no sounds are installed.
  package init(
    path: String, bank: String?, sampleRate: Double = 44_100
  ) throws(ToolFailure) {
    let bytes = try LocalFile.allBytes(of: path, mebibytes: Self.mostMebibytes)
    do throws(SongError) {
      frames = try SongFrames(bytes.span, bank: bank, sampleRate: sampleRate)
    } catch {
      throw ToolFailure(error)
    }
    format = AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 8, mFramesPerPacket: 1,
      mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
    frames.start()
  }

  /// The length to the last event, in seconds.
  package var seconds: Double { frames.seconds }

  /// The missing part of a truncated file, or `nil` if the file is whole.
  package var cutOff: ToolFailure? { frames.cutOff.map { ToolFailure($0) } }

  /// Continues at another time.
  package func seek(toSeconds seconds: Double) { frames.position = max(0, seconds) }

  /// Renders up to `count` frames.
  ///
  /// - Returns: The number of frames; 0 at the end.
  package func read(_ count: Int, into samples: UnsafeMutablePointer<Float>) -> Int {
    var done = 0
    while done < count, !frames.isOver {
      let length = min(512, count - done)
      frames.render(into: samples + 2 * done, count: length)
      done += length
    }
    return done
  }
}

extension ToolFailure {
  /// Describes what a truncated MIDI file lacks.
  package init(_ cutOff: SMFCutOff) {
    switch cutOff {
    case .insideEvent: self.init("truncated: ends inside an event")
    case .insideTrack: self.init("truncated: ends inside a track")
    case .trackCount(let stated, let found):
      self.init("truncated: contains \(found) of \(stated) tracks")
    }
  }

  fileprivate init(_ error: SongError) {
    switch error {
    case .invalidFile: self.init("the MIDI file is damaged")
    case .synthesis(let error):
      switch error.reason {
      case .noLibrary:
        self.init("MIDI needs FluidSynth or Sonivox: install libfluidsynth3 or libsonivox3")
      case .noBank:
        self.init(
          "no sound bank is installed: install fluidr3mono-gm-soundfont, or use --soundfont")
      case .bankMissing(let path): self.init("the sound bank \(path) does not exist")
      case .bankInvalid: self.init("the sound bank is damaged, or not SF2, SF3, or DLS")
      case .presetMissing(let preset):
        self.init("the sound bank has no program \(preset.program) in bank \(preset.bank)")
      case .rateUnsupported(let rate):
        self.init("no synthesizer supports a sample rate of \(rate) Hz")
      case .failed: self.init("the synthesizer cannot be started")
      }
    }
  }
}
