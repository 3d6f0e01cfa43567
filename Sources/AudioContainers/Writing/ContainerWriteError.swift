/// The reason that a container cannot be written as requested.
package enum ContainerWriteError: Error, Equatable, Sendable {
  /// The file type has no writer.
  case unsupportedFileType
  /// The container cannot carry the format.
  case unsupportedFormat
  /// The container does not support this property.
  case unsupportedProperty
  /// The audio exceeds the range of the container's size fields.
  case tooLarge
  /// The change is possible only before the first packet.
  case mustPrecedeAudio
  /// A packet is invalid for its format.
  case malformedPacket
}
