package import AudioToolbox
import Foundation

/// AudioToolbox's global information about files.
package enum GlobalInfo {
  /// A list of codes for a property without a specifier.
  package static func codes(_ property: AudioFilePropertyID) -> [UInt32] {
    var size: UInt32 = 0
    guard AudioFileGetGlobalInfoSize(property, 0, nil, &size) == noErr else { return [] }
    var codes = [UInt32](repeating: 0, count: Int(size) / MemoryLayout<UInt32>.size)
    guard AudioFileGetGlobalInfo(property, 0, nil, &size, &codes) == noErr else { return [] }
    return codes
  }

  /// A list of codes for a property with a specifier.
  package static func codes<Subject: BitwiseCopyable>(
    _ property: AudioFilePropertyID, of subject: Subject
  )
    -> [UInt32]
  {
    var subject = subject
    let subjectSize = UInt32(MemoryLayout<Subject>.size)
    var size: UInt32 = 0
    guard AudioFileGetGlobalInfoSize(property, subjectSize, &subject, &size) == noErr else {
      return []
    }
    var codes = [UInt32](repeating: 0, count: Int(size) / MemoryLayout<UInt32>.size)
    guard AudioFileGetGlobalInfo(property, subjectSize, &subject, &size, &codes) == noErr else {
      return []
    }
    return codes
  }

  /// A list of strings about a file type.
  package static func strings(_ property: AudioFilePropertyID, of type: AudioFileTypeID) -> [String]
  {
    var type = type
    var size = UInt32(MemoryLayout<Unmanaged<NSArray>?>.size)
    var list: Unmanaged<NSArray>?
    let typeSize = UInt32(MemoryLayout<AudioFileTypeID>.size)
    guard AudioFileGetGlobalInfo(property, typeSize, &type, &size, &list) == noErr else {
      return []
    }
    return list?.takeRetainedValue().compactMap { $0 as? String } ?? []
  }

  /// The name of a file type.
  package static func name(of type: AudioFileTypeID) -> String {
    var type = type
    var size = UInt32(MemoryLayout<Unmanaged<NSString>?>.size)
    var name: Unmanaged<NSString>?
    let status = AudioFileGetGlobalInfo(
      kAudioFileGlobalInfo_FileTypeName, UInt32(MemoryLayout<AudioFileTypeID>.size), &type, &size,
      &name)
    guard status == noErr, let name else { return "" }
    return name.takeRetainedValue() as String
  }
}
