internal import Glibc

#if FluidSynth
  internal import CFluidSynth
#endif
#if Sonivox
  internal import CSonivox
#endif

/// The sounds of a synthesizer.
package enum SoundBank: Hashable, Sendable {
  /// A file: SF2, SF3, or DLS.
  case file(String)
  /// A sound bank in memory, in the format SF2.
  case bytes([UInt8])
  /// The sounds of Sonivox.
  case builtIn

  /// The bank for programs that do not choose one.
  ///
  /// The order is: the file in `OPENCOREAUDIO_SOUNDFONT`, the default of the distribution, its
  /// other sound banks, and the sounds of Sonivox.
  ///
  /// - Throws: ``SynthesisError`` if no sounds are installed, or the file of the variable does
  ///   not exist.
  package static func standard() throws(SynthesisError) -> SoundBank {
    if let name = unsafe getenv("OPENCOREAUDIO_SOUNDFONT") {
      let path = unsafe String(cString: name)
      if !path.isEmpty {
        guard isReadable(path) else { throw SynthesisError(.bankMissing(path)) }
        return .file(path)
      }
    }
    if hasFluidSynth, let path = installed.first { return .file(path) }
    if hasSonivox { return .builtIn }
    throw SynthesisError(hasFluidSynth ? .noBank : .noLibrary)
  }

  /// The sound banks of the distribution, the default ones first.
  private static var installed: [String] {
    let folders = [("sf2", "*.sf2"), ("sf3", "*.sf3"), ("sf2", "*.dls")]
    let defaults = ["sf2/default-GM.sf2", "sf3/default-GM.sf3"].map { root + $0 }
    return defaults.filter(isReadable) + folders.flatMap { files(root + $0 + "/" + $1) }
  }

  private static let root = "/usr/share/sounds/"

  static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// Whether a file begins as a sound bank: SF2 and SF3, or DLS.
  ///
  /// FluidSynth would pass other files to libraries that write messages to the terminal.
  static func isBank(_ path: String) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { _ = close(file) }
    var head = [UInt8](repeating: 0, count: 12)
    // Safe: the array has room for the bytes.
    let count = unsafe head.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    return count == head.count && head[..<4].elementsEqual("RIFF".utf8)
      && (head[8...].elementsEqual("sfbk".utf8) || head[8...].elementsEqual("DLS ".utf8))
  }

  /// The files that match a pattern, in alphabetical order.
  private static func files(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    // Safe: the structure is freed after its paths are copied.
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
      unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
    }.filter(isReadable)
  }

  /// Whether FluidSynth is installed.
  package static var hasFluidSynth: Bool {
    #if FluidSynth
      OCAFluidSynthIsThere()
    #else
      false
    #endif
  }

  static var hasSonivox: Bool {
    #if Sonivox
      OCASonivoxIsThere()
    #else
      false
    #endif
  }
}

/// Why a synthesizer cannot be made, or an instrument cannot be loaded.
package struct SynthesisError: Error, Equatable {
  package enum Reason: Equatable, Sendable {
    /// The library that plays this bank is not installed.
    case noLibrary
    /// No sound bank is installed.
    case noBank
    /// The file does not exist or is not readable.
    case bankMissing(String)
    /// The file is not a sound bank.
    case bankInvalid
    case presetMissing(SoundPreset)
    /// The rate in hertz.
    case rateUnsupported(Double)
    /// Memory is short.
    case failed
  }

  package let reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }
}
