import AudioToolbox
import Foundation
import ToolSupport

/// The files of a folder that the tool plays.
struct PlayableFolder {
  /// Maximum number of folders inside each other.
  private static let mostLevels = 64
  /// Maximum number of files.
  static let mostFiles = 100_000

  private var paths: [String] = []
  private let extensions = Self.playableExtensions

  private init() {}

  /// Returns the audio files in a folder and in the folders inside it.
  ///
  /// Files and folders are in the natural order of their names. Hidden files and folders, and links
  /// to folders, are left out. The extension of a name decides whether a file is audio.
  ///
  /// - Throws: ``ToolFailure`` if the folder cannot be read, or has no audio files.
  static func files(in path: String) throws(ToolFailure) -> [String] {
    var folder = PlayableFolder()
    try folder.take(path, level: 0)
    guard !folder.paths.isEmpty else { throw ToolFailure("the folder has no audio files") }
    return folder.paths
  }

  /// Whether a path names a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private mutating func take(_ path: String, level: Int) throws(ToolFailure) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      guard level == 0 else { return paths.append(path) }
      throw ToolFailure("the folder cannot be read")
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    for name in names.sorted(by: NaturalOrder.areInIncreasingOrder) where !name.hasPrefix(".") {
      let entry = folder + name
      if Self.isFolder(entry) {
        guard !Self.isLink(entry), level < Self.mostLevels else { continue }
        try take(entry, level: level + 1)
      } else if extensions.contains(URL(fileURLWithPath: name).pathExtension.lowercased()) {
        guard paths.count < Self.mostFiles else {
          throw ToolFailure("the folder has more than \(Self.mostFiles) audio files")
        }
        paths.append(entry)
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// The extensions of audio files and of MIDI files, in lower case.
  private static var playableExtensions: Set<String> {
    var list: Unmanaged<NSArray>?
    var size = UInt32(MemoryLayout<Unmanaged<NSArray>?>.size)
    let status = AudioFileGetGlobalInfo(
      kAudioFileGlobalInfo_AllExtensions, 0, nil, &size, &list)
    let names = status == noErr ? list?.takeRetainedValue() as? [String] ?? [] : []
    return Set(names.map { $0.lowercased() }).union(["mid", "midi", "kar", "rmi"])
  }
}
