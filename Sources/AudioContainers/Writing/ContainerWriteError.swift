/// Why a container cannot be written as asked.
package enum ContainerWriteError: Error, Equatable, Sendable {
  /// No writer for this type of file.
  case unsupportedFileType
  /// The container cannot carry the format.
  case unsupportedFormat
  /// The container has no place for this property.
  case unsupportedProperty
  /// The container's size fields end before the audio does.
  case tooLarge
  /// What is asked for had to be said before the first packet.
  case mustPrecedeAudio
  /// A packet is not what its format asks for.
  case malformedPacket
}
