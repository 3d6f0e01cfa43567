package import AudioToolbox

/// The best of the formats in which the packets of a file can be decoded.
///
/// High-efficiency AAC can be played as the plain AAC that is in it, in half the frames; a format list has what it is in all.
package struct PlayableFormat {
  package let format: AudioStreamBasicDescription
  /// Frames for each that the file counts.
  package let scale: Int

  /// The format to play.
  ///
  /// - Parameters:
  ///   - format: The file's data format.
  ///   - list: The value of its property for the format list, which may be empty.
  package init(_ format: AudioStreamBasicDescription, list: [UInt8]) {
    var index = UInt32(0)
    var size = UInt32(MemoryLayout<UInt32>.size)
    let stride = MemoryLayout<AudioFormatListItem>.stride
    let status = AudioFormatGetProperty(
      kAudioFormatProperty_FirstPlayableFormatFromList, UInt32(list.count), list, &size, &index)
    let start = Int(index) * stride
    guard status == noErr, start + stride <= list.count else {
      (self.format, scale) = (format, 1)
      return
    }
    // Safe: there are the bytes of an item, any of which are a value of it.
    let item = unsafe list.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: start, as: AudioFormatListItem.self)
    }
    let isDouble = item.mASBD.mSampleRate == 2 * format.mSampleRate
    guard isDouble || item.mASBD.mSampleRate == format.mSampleRate else {
      (self.format, scale) = (format, 1)
      return
    }
    (self.format, scale) = (item.mASBD, isDouble ? 2 : 1)
  }
}
