/// The completions that a shell offers at one position of a command line.
package enum Completion: Sendable {
  case nothing
  case file
  case folder
  case words([String])
  /// Writable file types.
  case fileTypes
  /// Data formats that can be encoded.
  case dataFormats
  case channelLayouts
  /// Devices that the tool itself lists with `--devices`.
  case devices

  /// The words that are known in advance; `nil` if the shell finds them.
  var fixedWords: [String]? {
    switch self {
    case .nothing, .file, .folder, .devices: nil
    case .words(let words): words
    case .fileTypes: FileTypeName.writableNames
    case .dataFormats: DataFormatName.names
    case .channelLayouts: ChannelLayoutName.names
    }
  }
}
