import AudioToolbox
import Foundation
import ToolSupport

/// The sound of a MIDI file, in a temporary audio file.
final class RenderedSong {
  private static let blockFrames = 16_384
  /// The longest song, which takes 30 GB on disk.
  private static let mostHours = 24

  /// The audio file, which exists as long as this object.
  let path: String

  /// The missing part of a truncated file, or `nil` if the file is whole.
  let cutOff: ToolFailure?

  /// Renders a MIDI file.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be rendered, or is too long.
  init(path source: String, bank: String?) throws(ToolFailure) {
    let song = try Song(path: source, bank: bank)
    guard song.seconds <= Double(Self.mostHours * 3_600) else {
      throw ToolFailure("the MIDI file is longer than \(Self.mostHours) hours")
    }
    cutOff = song.cutOff
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "afconvert-\(UUID().uuidString).caf")
    path = url.path
    var file: ExtAudioFileRef?
    var format = song.format
    let status = ExtAudioFileCreateWithURL(
      url as NSURL, kAudioFileCAFType, &format, nil, AudioFileFlags.eraseFile.rawValue, &file)
    guard status == noErr, let file else { throw ToolFailure(status: status) }
    defer { ExtAudioFileDispose(file) }
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.blockFrames)
    defer { samples.deallocate() }
    while case let count = song.read(Self.blockFrames, into: samples), count > 0 {
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 2, mDataByteSize: UInt32(count * 8), mData: samples))
      let status = ExtAudioFileWrite(file, UInt32(count), &list)
      guard status == noErr else { throw ToolFailure(status: status) }
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
