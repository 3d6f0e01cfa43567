/// The user data of ISO files.
///
/// Source: ISO/IEC 14496-12, 8.10.
extension AVMetadataKey {
  /// A copyright notice.
  public static let isoUserDataKeyCopyright = Self("cprt")
  /// The date.
  public static let isoUserDataKeyDate = Self("date")
  /// A tagged characteristic.
  public static let isoUserDataKeyTaggedCharacteristic = Self("tagc")
}
