/// A stream that follows another stream in the same file, as in a chained Ogg file.
package struct ContainerLink: Equatable, Sendable {
  /// The description of the new stream's packets.
  ///
  /// Its audio location covers the whole file, not only this stream.
  package var info: ContainerInfo
  /// Whether the previous stream's decoder can also decode these packets after a reset.
  package var isAlike: Bool

  package init(info: ContainerInfo, isAlike: Bool) {
    self.info = info
    self.isAlike = isAlike
  }
}
