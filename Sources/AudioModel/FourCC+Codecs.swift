/// Codecs by Core Audio's names, beyond those of ``StreamFormat``'s own file.
extension FourCC {
  package static let appleIMA4 = FourCC("i", "m", "a", "4")
  package static let appleLossless = FourCC("a", "l", "a", "c")
  package static let ac3 = FourCC("a", "c", "-", "3")
  package static let enhancedAC3 = FourCC("e", "c", "-", "3")
  package static let amrNarrowBand = FourCC("s", "a", "m", "r")
  package static let amrWideBand = FourCC("s", "a", "w", "b")
  package static let flac = FourCC("f", "l", "a", "c")
  package static let iLBC = FourCC("i", "l", "b", "c")
  package static let opus = FourCC("o", "p", "u", "s")
  /// No name of Apple's.
  package static let vorbis = FourCC("v", "o", "r", "b")
}
