internal import AudioProcessing

/// The conversion of sample rates for units that read files.
enum UnitRates {
  /// Whether rates can be converted, which a library does.
  static var canConvert: Bool { RateConverter.isAvailable }
}
