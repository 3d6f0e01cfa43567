internal import AudioProcessing

/// The conversion of sample rates for units that read files.
enum UnitRates {
  /// Whether the library that converts rates is available.
  static var canConvert: Bool { RateConverter.isAvailable }
}
