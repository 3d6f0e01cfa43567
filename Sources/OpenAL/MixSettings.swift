internal import COpenAL
internal import Synchronization

/// The values that a client's attributes have set; a list without an attribute keeps its value.
struct MixWishes: Sendable {
  /// The value of `ALC_FREQUENCY`, in hertz.
  var rate: ALCint?
  /// The value of `ALC_HRTF_SOFT`.
  var headRelated: ALCint?
}

/// The settings of the process for the mix of its devices.
struct MixSettings: Sendable {
  /// The attributes of OpenAL Soft that a client's header may not have.
  enum Attribute {
    static let channels: ALCint = 0x1990
    static let sampleType: ALCint = 0x1991
    static let headRelated: ALCint = 0x1992
    static let stereo: ALCint = 0x1501
    static let float: ALCint = 0x1406
    /// The kind of stereo, which newer versions of the library would otherwise encode for decoders.
    static let outputMode: ALCint = 0x19AC
    static let basicStereo: ALCint = 0x19AE
  }

  /// The rates of OpenAL Soft, in hertz.
  static let rates = 8_000.0...192_000
  /// The pairs of attributes that a list may have.
  private static let mostAttributes = 128
  /// Held while a setting of the process is read or changed.
  private static let shared = Mutex(MixSettings())

  /// The rate that `alcMacOSXMixerOutputRate` set, in hertz, or 0.
  var sampleRate = 0.0
  /// The number of sources that `alcMacOSXMixerMaxiumumBusses` set, or 0.
  var mostSources: ALCint = 0
  /// The quality that `alcMacOSXRenderingQuality` set.
  var quality = ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW

  /// The settings of the process.
  static var current: MixSettings {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// Whether the quality asks for head-related filters.
  var isHeadRelated: Bool { quality != ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW }

  /// Completes a client's attributes for a loopback device of the library.
  ///
  /// - Parameters:
  ///   - list: The client's pairs, ended by 0, or null.
  ///   - usualRate: The rate if the client requests no rate, in hertz.
  ///   - wishes: The values of earlier lists, which the values of this list replace.
  /// - Returns: The list for the library, or `nil` if the client's list has no end.
  func attributes(
    _ list: UnsafePointer<ALCint>?, usualRate: Double, wishes: inout MixWishes
  ) -> [ALCint]? {
    var pairs: [(name: ALCint, value: ALCint)] = []
    if var place = unsafe list {
      // Safe: the client ends the list with 0.
      while unsafe place.pointee != 0 {
        guard pairs.count < Self.mostAttributes else { return nil }
        unsafe pairs.append((place[0], place[1]))
        unsafe place += 2
      }
    }
    let ours = [Attribute.channels, Attribute.sampleType]
    pairs.removeAll { ours.contains($0.name) }
    pairs += [(ours[0], Attribute.stereo), (ours[1], Attribute.float)]
    wishes.rate = pairs.last { $0.name == ALC_FREQUENCY }?.value ?? wishes.rate
    wishes.headRelated =
      pairs.last { $0.name == Attribute.headRelated }?.value ?? wishes.headRelated
    let rate = sampleRate > 0 ? sampleRate : usualRate
    pairs.append((ALC_FREQUENCY, wishes.rate ?? ALCint(rate.rounded())))
    if let headRelated = wishes.headRelated {
      pairs.append((Attribute.headRelated, headRelated))
    } else {
      pairs.append((Attribute.headRelated, isHeadRelated ? ALC_TRUE : ALC_FALSE))
      if !isHeadRelated { pairs.append((Attribute.outputMode, Attribute.basicStereo)) }
    }
    if mostSources > 0, !pairs.contains(where: { $0.name == ALC_MONO_SOURCES }) {
      pairs.append((ALC_MONO_SOURCES, mostSources))
    }
    return pairs.flatMap { [$0.name, $0.value] } + [0]
  }
}
