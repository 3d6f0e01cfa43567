import AudioToolbox
package import Foundation

extension LocalFile {
  /// The picture in the file, or `nil` if it has no picture.
  package var picture: Data? {
    var picture: Unmanaged<NSData>?
    var size = UInt32(MemoryLayout<Unmanaged<NSData>?>.size)
    let status = AudioFileGetProperty(
      reference, kAudioFilePropertyAlbumArtwork, &size, &picture)
    guard status == noErr, let picture else { return nil }
    return picture.takeRetainedValue() as Data
  }
}
