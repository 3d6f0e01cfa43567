/// What is to be said in front of the audio of a file that is there.
package struct TagChange: Sendable {
  /// The texts, or `nil` where they stay.
  package var tags: Tags?
  /// A JPEG or PNG picture, no bytes for none, or `nil` where pictures stay.
  package var picture: [UInt8]?
  /// A whole ID3v2 tag, no bytes for none, or `nil` where what there is stays.
  package var id3Tag: [UInt8]?

  package init() {}
}
