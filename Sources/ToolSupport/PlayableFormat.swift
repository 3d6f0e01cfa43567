package import AudioToolbox

/// The best of the formats that the packets of a file can be decoded to.
///
/// High-efficiency AAC can be played as the plain AAC within it, with half the frames. The format
/// list contains the complete format.
package struct PlayableFormat {
  package let format: AudioStreamBasicDescription
  /// The number of decoded frames for each frame that the file counts.
  package let scale: Int

  /// Selects the format to play.
  ///
  /// - Parameters:
  ///   - format: The file's data format.
  ///   - list: The value of the file's format list property, which may be empty.
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
    // Safe: the list contains the bytes of an item, and any bytes are a valid item.
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
