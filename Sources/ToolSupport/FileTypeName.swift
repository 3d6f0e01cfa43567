package import AudioToolbox
import Foundation

/// File types by their names on the command line.
package enum FileTypeName {
  /// The type for a four-character code or an extension.
  package static func type(_ name: String) throws(ToolFailure) -> AudioFileTypeID {
    if name.utf8.count == 4 {
      let code = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
      if writableTypes.contains(code) { return code }
    }
    guard let type = types(ofExtension: name).first else {
      throw ToolFailure(
        "-f \(name): no writable file type has this name; afconvert -hf lists all types")
    }
    return type
  }

  /// The type for the extension of a path.
  package static func type(ofPath path: String) throws(ToolFailure) -> AudioFileTypeID {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."),
      let type = types(ofExtension: String(name[name.index(after: dot)...])).first
    else { throw ToolFailure("\(path): no writable file type has this extension; use -f") }
    return type
  }

  /// The usual extension for a file type.
  package static func fileExtension(of type: AudioFileTypeID) -> String {
    extensions(of: type).first ?? "audio"
  }

  /// All extensions for a file type.
  package static func extensions(of type: AudioFileTypeID) -> [String] {
    GlobalInfo.strings(kAudioFileGlobalInfo_ExtensionsForType, of: type)
  }

  package static var writableTypes: [AudioFileTypeID] {
    GlobalInfo.codes(kAudioFileGlobalInfo_WritableTypes)
  }

  /// The names of the writable types.
  package static var writableNames: [String] { writableTypes.map { Numbers.name($0) } }

  private static func types(ofExtension name: String) -> [AudioFileTypeID] {
    let text = name.lowercased() as NSString
    return GlobalInfo.codes(
      kAudioFileGlobalInfo_TypesForExtension, of: Unmanaged.passUnretained(text)
    )
    .filter { writableTypes.contains($0) }
  }
}
