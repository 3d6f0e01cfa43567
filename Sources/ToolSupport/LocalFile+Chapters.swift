import AudioToolbox
import Foundation

extension LocalFile {
  /// A part of a recording, which lasts until the next chapter.
  package struct Chapter: Equatable, Sendable {
    /// Seconds from the start of the recording.
    package var start: Double
    package var title: String

    package init(start: Double, title: String) {
      self.start = start
      self.title = title
    }
  }

  /// Returns the chapters in ascending order of time, or the named markers of a file of chunks.
  ///
  /// - Throws: ``ToolFailure`` if they cannot be read.
  package func chapters() throws(ToolFailure) -> [Chapter] {
    let format = value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    guard let rate = format?.mSampleRate, rate > 0 else { return [] }
    let table = value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    let priming = Double(table?.mPrimingFrames ?? 0)
    var size: UInt32 = 0
    // Markers without a name have other purposes, such as loops.
    let hasChunks =
      AudioFileGetPropertyInfo(reference, kAudioFilePropertyChunkIDs, &size, nil) == noErr
    var chapters: [Chapter] = []
    for marker in try markers() where marker.position.isFinite {
      guard !hasChunks || !marker.name.isEmpty else { continue }
      let start = max((marker.position - priming) / rate, 0)
      chapters.append(Chapter(start: start, title: marker.name))
    }
    // Sorting keeps the order of chapters that start together.
    return chapters.sorted { $0.start < $1.start }
  }

  /// The positions in frames, including the priming frames, and the names of all markers.
  private func markers() throws(ToolFailure) -> [(position: Double, name: String)] {
    var size: UInt32 = 0
    let property = kAudioFilePropertyMarkerList
    guard AudioFileGetPropertyInfo(reference, property, &size, nil) == noErr, size > 0 else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let status = AudioFileGetProperty(reference, property, &size, &bytes)
    guard status == noErr else { throw ToolFailure(status: status) }
    let head = NumAudioFileMarkersToNumBytes(0)
    return bytes.withUnsafeBytes { bytes in
      (0..<NumBytesToNumAudioFileMarkers(Int(size))).map { index in
        let marker = bytes.loadUnaligned(
          fromByteOffset: head + index * MemoryLayout<AudioFileMarker>.stride,
          as: AudioFileMarker.self)
        // The client owns the names.
        let name = marker.mName.map { $0.takeRetainedValue() as String } ?? ""
        return (position: marker.mFramePosition, name: name)
      }
    }
  }
}
