/// A stream that follows another one in the same file, as in a chained Ogg file.
package struct ContainerLink: Equatable, Sendable {
  /// The description of the new stream's packets; the place of the audio is that of the whole file.
  package var info: ContainerInfo
  /// Whether a decoder of the stream before it decodes the packets, too, after a reset.
  package var isAlike: Bool

  package init(info: ContainerInfo, isAlike: Bool) {
    self.info = info
    self.isAlike = isAlike
  }
}
