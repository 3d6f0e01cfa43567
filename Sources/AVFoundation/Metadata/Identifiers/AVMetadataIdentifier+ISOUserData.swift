/// The user data of ISO files.
///
/// Source: ISO/IEC 14496-12, 8.10.
extension AVMetadataIdentifier {
  /// A copyright notice.
  public static let isoUserDataCopyright = Self("uiso/cprt")
  /// The date.
  public static let isoUserDataDate = Self("uiso/date")
  /// A tagged characteristic.
  public static let isoUserDataTaggedCharacteristic = Self("uiso/tagc")
}
