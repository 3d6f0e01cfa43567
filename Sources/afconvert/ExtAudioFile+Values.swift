import AudioToolbox
import Foundation
import ToolSupport

extension ExtAudioFileRef {
  /// The value of a property of fixed size.
  func value<Value: BitwiseCopyable>(
    _ property: ExtAudioFilePropertyID, _ start: Value
  ) throws(ToolFailure) -> Value {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    let status = ExtAudioFileGetProperty(self, property, &size, &value)
    guard status == noErr else { throw ToolFailure(status: status) }
    return value
  }

  /// The bytes of a property; none where it is not there.
  func bytes(_ property: ExtAudioFilePropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard ExtAudioFileGetPropertyInfo(self, property, &size, nil) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard ExtAudioFileGetProperty(self, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }

  /// Sets a property.
  func set<Value: BitwiseCopyable>(_ property: ExtAudioFilePropertyID, _ value: Value)
    throws(ToolFailure)
  {
    var value = value
    let status = ExtAudioFileSetProperty(
      self, property, UInt32(MemoryLayout<Value>.size), &value)
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// The converter between file and client.
  func converter() throws(ToolFailure) -> FileConverter {
    let reference = try value(kExtAudioFileProperty_AudioConverter, AudioConverterRef?.none)
    guard let reference else { throw ToolFailure("nothing is converted") }
    return FileConverter(reference: reference)
  }

  /// Tells the file that its converter was changed.
  func takeConverterSettings() throws(ToolFailure) {
    try set(kExtAudioFileProperty_ConverterConfig, UInt(0))
  }
}

/// The converter of a file.
struct FileConverter {
  fileprivate let reference: AudioConverterRef

  /// Sets a property to some numbers.
  ///
  /// - Parameters:
  ///   - property: Which one.
  ///   - numbers: Its value.
  ///   - option: The option that asked for it, for the failure.
  /// - Throws: ``ToolFailure``.
  func set<Number: BitwiseCopyable>(
    _ property: AudioConverterPropertyID, _ numbers: [Number], called option: String? = nil
  ) throws(ToolFailure) {
    let status = AudioConverterSetProperty(
      reference, property, UInt32(numbers.count * MemoryLayout<Number>.size), numbers)
    guard status == noErr else {
      throw option.map { ToolFailure("\($0): not for this format") } ?? ToolFailure(status: status)
    }
  }
}

extension LocalFile {
  /// The picture in the file, or `nil` where there is none.
  var picture: Data? {
    var picture: Unmanaged<NSData>?
    var size = UInt32(MemoryLayout<Unmanaged<NSData>?>.size)
    let status = AudioFileGetProperty(
      reference, kAudioFilePropertyAlbumArtwork, &size, &picture)
    guard status == noErr, let picture else { return nil }
    return picture.takeRetainedValue() as Data
  }
}
