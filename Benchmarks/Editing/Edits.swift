import AVFoundation
import Foundation

/// The edits, as a client of AVFoundation makes them.
enum Edits {
  /// Makes an edit; the first URL is the new file.
  static func run(_ name: String, _ urls: [URL]) async throws {
    switch name {
    case "join": try await join(urls.dropFirst().map { AVURLAsset(url: $0) }, to: urls[0])
    default: try await trim(AVURLAsset(url: urls[1]), to: urls[0])
    }
  }

  private static func join(_ assets: [AVURLAsset], to url: URL) async throws {
    let composition = AVMutableComposition()
    for asset in assets {
      let range = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
      try composition.insertTimeRange(range, of: asset, at: composition.duration)
    }
    let session = AVAssetExportSession(
      asset: composition, presetName: AVAssetExportPresetAppleM4A)
    guard let session else { throw CocoaError(.fileReadUnknown) }
    try await session.export(to: url, as: .m4a)
  }

  private static func trim(_ asset: AVURLAsset, to url: URL) async throws {
    let session = AVAssetExportSession(
      asset: asset, presetName: AVAssetExportPresetPassthrough)
    guard let session else { throw CocoaError(.fileReadUnknown) }
    session.timeRange = CMTimeRange(
      start: CMTime(value: 3_600, timescale: 1), end: CMTime(value: 34_200, timescale: 1))
    try await session.export(to: url, as: .m4a)
  }

  /// Reads all samples by an `AVAssetReader`; returns the number of bytes.
  static func readByReader(_ url: URL) -> Int {
    let asset = AVURLAsset(url: url)
    guard let reader = try? AVAssetReader(asset: asset),
      let track = asset.tracks(withMediaType: .audio).first
    else { return 0 }
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    guard reader.startReading() else { return 0 }
    var total = 0
    while let buffer = output.copyNextSampleBuffer() {
      total += buffer.dataBuffer?.dataLength ?? 0
    }
    return reader.status == .completed ? total : 0
  }

  /// Reads all samples by an `ExtAudioFile`; returns the number of bytes.
  static func readByFile(_ url: URL) -> Int {
    var opened: ExtAudioFileRef?
    guard ExtAudioFileOpenURL(url as CFURL, &opened) == noErr, let file = opened else { return 0 }
    defer { ExtAudioFileDispose(file) }
    var client = AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
      mBitsPerChannel: 16, mReserved: 0)
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    guard
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr
    else { return 0 }
    // As many frames as a sample buffer has.
    let byteCount = 4 * 8_192
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    defer { memory.deallocate() }
    var total = 0
    while true {
      var frames: UInt32 = 8_192
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 2, mDataByteSize: UInt32(byteCount), mData: memory))
      guard ExtAudioFileRead(file, &frames, &list) == noErr else { return 0 }
      guard frames > 0 else { return total }
      total += 4 * Int(frames)
    }
  }
}
