import AudioToolbox
import ToolSupport

/// The writable formats, as `-hf` lists them.
enum FormatList {
  static var text: String {
    var text = "Writable file types and the data formats that each supports:\n"
    let linear = DataFormatName.linearPCMNames.compactMap { name in
      (try? DataFormatName(name)).map { (name, $0.description(for: stereo)) }
    }
    let encoded = EncoderAnswers.codecs.compactMap { codec in
      FormatTrial.encoded(codec).map { ("'\(Numbers.fourCharacters(codec))'", $0) }
    }
    for type in FileTypeName.writableTypes {
      func names(_ formats: [(String, AudioStreamBasicDescription)]) -> [String] {
        formats.filter { FormatTrial.canHold($0.1, in: type) }.map(\.0)
      }
      let samples = names(linear)
      let codecs = names(encoded)
      guard !samples.isEmpty || !codecs.isEmpty else { continue }
      let extensions = FileTypeName.extensions(of: type).map { "." + $0 }
      text += "  '\(Numbers.fourCharacters(type))' = \(GlobalInfo.name(of: type)) "
      text += "(\(extensions.joined(separator: ", ")))\n"
      if !samples.isEmpty { text += "      'lpcm' \(samples.joined(separator: " "))\n" }
      for name in codecs { text += "      \(name)\n" }
    }
    return text
  }

  /// The properties of a source that determine the writable formats.
  private static var stereo: AudioStreamBasicDescription {
    var stereo = AudioStreamBasicDescription()
    stereo.mSampleRate = 48_000
    stereo.mChannelsPerFrame = 2
    return stereo
  }
}
