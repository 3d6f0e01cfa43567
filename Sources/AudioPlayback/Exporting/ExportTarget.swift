package import AudioContainers
package import AudioModel

/// The file of an export.
package struct ExportTarget: Sendable {
  /// How the sound is stored.
  package enum Coding: Equatable, Sendable {
    /// Encoded with this many bits per second for each channel.
    case encoded(FourCC, bitRate: Int)
    /// The packets of the source, which must be a single file.
    case packets
  }

  package var path: String
  package var fileType: FourCC
  package var coding: Coding
  package var tags = Tags()
  /// The bytes of a JPEG or PNG picture, or empty.
  package var artwork: [UInt8] = []
  /// The part of the source in seconds; `nil` for everything.
  package var range: Range<Double>?
  /// Changes the frames before they are encoded.
  package var mix = ItemMix()
  /// Whether the tables of the file come before its sound, if the file type permits it.
  package var isOptimised = false

  package init(path: String, fileType: FourCC, coding: Coding) {
    self.path = path
    self.fileType = fileType
    self.coding = coding
  }

  /// The rates of AAC (ISO/IEC 14496-3, table 1.18).
  private static let rates: [Double] = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  ]

  /// The rate of the file: the rate of the sound if AAC supports it, otherwise 48 kHz.
  func sampleRate(for rate: Double) -> Double { Self.rates.contains(rate) ? rate : 48_000 }
}

/// Why an export failed.
package enum ExportFailure: Error, Equatable, Sendable {
  /// The source cannot be read.
  case source(MediaFailure)
  /// The file type cannot store the sound.
  case unsupported
  /// The file cannot be written, with the number of the system's error.
  case system(Int32)
  /// The source has less sound than its header states.
  case shortSource
  /// The sound cannot be encoded.
  case encoding
  case cancelled
}
