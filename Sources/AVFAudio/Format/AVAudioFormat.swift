public import AudioToolbox
public import Foundation
internal import Synchronization

/// The format of audio: a stream description, and a channel layout if it needs one.
// Unchecked: the memory never changes, and a lock guards the cookie.
@safe open class AVAudioFormat: NSObject, @unchecked Sendable {
  private let memory: KeptMemory
  private let cookie = Mutex<Data?>(nil)

  /// The layout, which formats of more than two channels always have.
  public let channelLayout: AVAudioChannelLayout?

  /// Makes a format of one or two channels from a stream description.
  ///
  /// Fails for other numbers of channels; more than two channels need a layout.
  public init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    // Safe: the caller guarantees that the description is valid, and it is copied.
    let description = unsafe asbd.pointee
    guard description.mFormatID != 0, (1...2).contains(description.mChannelsPerFrame) else {
      return nil
    }
    memory = KeptMemory(description)
    channelLayout = nil
    super.init()
  }

  /// Makes a format from a stream description and a layout.
  ///
  /// Fails if a required layout is missing, or if the layout has another number of channels.
  ///
  /// - Parameters:
  ///   - asbd: The stream description.
  ///   - layout: The layout; optional for one or two channels.
  public init?(
    streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
    channelLayout layout: AVAudioChannelLayout?
  ) {
    // Safe: the caller guarantees that the description is valid, and it is copied.
    let description = unsafe asbd.pointee
    let count = description.mChannelsPerFrame
    guard description.mFormatID != 0, count > 0,
      layout.map({ $0.channelCount == count }) ?? (count < 3)
    else { return nil }
    memory = KeptMemory(description)
    channelLayout = layout
    super.init()
  }

  /// Makes a format of 32-bit floating point, with each channel in its own buffer.
  ///
  /// Fails unless the format has one or two channels; more than two need a layout.
  public init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    guard (1...2).contains(channels) else { return nil }
    memory = KeptMemory(
      .linearPCM(
        sampleRate: sampleRate, channels: channels, bits: 32, isFloat: true, isBigEndian: false,
        interleaved: false))
    channelLayout = nil
    super.init()
  }

  /// Makes a format of 32-bit floating point, with each channel in its own buffer.
  public init(
    standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout
  ) {
    memory = KeptMemory(
      .linearPCM(
        sampleRate: sampleRate, channels: layout.channelCount, bits: 32, isFloat: true,
        isBigEndian: false, interleaved: false))
    channelLayout = layout
    super.init()
  }

  /// Makes a linear PCM format of one or two channels.
  ///
  /// Fails if the format is `.otherFormat`, or for other numbers of channels.
  public init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    guard (1...2).contains(channels),
      let description = format.description(
        sampleRate: sampleRate, channels: channels, interleaved: interleaved)
    else { return nil }
    memory = KeptMemory(description)
    channelLayout = nil
    super.init()
  }

  /// Makes a linear PCM format with a channel layout.
  ///
  /// - Parameters:
  ///   - format: Any except `.otherFormat`.
  ///   - sampleRate: The sample rate in hertz.
  ///   - interleaved: Whether the channels share a buffer.
  ///   - layout: The channel layout.
  public init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    guard
      let description = format.description(
        sampleRate: sampleRate, channels: layout.channelCount, interleaved: interleaved)
    else { preconditionFailure("AVAudioFormat cannot be created from .otherFormat") }
    memory = KeptMemory(description)
    channelLayout = layout
    super.init()
  }

  /// Makes a format from a settings dictionary, and ignores the encoder settings.
  ///
  /// Fails if the format identifier, the rate, the channels, or a required layout is missing. Also
  /// fails if they contradict each other.
  public init?(settings: [String: Any]) {
    guard let format = FormatSettings(settings) else { return nil }
    memory = KeptMemory(format.description)
    channelLayout = format.layout
    super.init()
  }

  /// Makes a format without a rate and channels, which no connection or buffer can have.
  public override convenience init() { self.init(AudioStreamBasicDescription(), nil) }

  /// Makes a format of known parts.
  init(_ description: AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?) {
    memory = KeptMemory(description)
    channelLayout = layout
    super.init()
  }

  deinit {
    memory.release()
  }

  /// The stream description in memory, valid for the lifetime of the object and a while longer.
  public var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
    unsafe memory.pointer(to: AudioStreamBasicDescription.self)
  }

  /// The stream description as a value.
  var basicDescription: AudioStreamBasicDescription { unsafe streamDescription.pointee }

  /// Whether this is 32-bit floating point with each channel in its own buffer.
  public var isStandard: Bool {
    commonFormat == .pcmFormatFloat32 && (!isInterleaved || channelCount == 1)
  }

  /// The sample format, or `.otherFormat`.
  public var commonFormat: AVAudioCommonFormat { AVAudioCommonFormat(basicDescription) }

  /// The number of channels.
  public var channelCount: AVAudioChannelCount { basicDescription.mChannelsPerFrame }

  /// The sample rate in hertz.
  public var sampleRate: Double { basicDescription.mSampleRate }

  /// Whether the channels share a buffer; always `true` for compressed formats.
  public var isInterleaved: Bool { basicDescription.isInterleaved }

  /// The codec configuration that the stream description does not contain.
  public var magicCookie: Data? {
    get { cookie.withLock { $0 } }
    set { cookie.withLock { $0 = newValue } }
  }

  /// The format as a settings dictionary.
  public var settings: [String: Any] {
    FormatSettings(description: basicDescription, layout: channelLayout).dictionary
  }

  /// Whether the object is a format of the same audio in the same bytes.
  ///
  /// The comparison ignores flags without effect. Without a layout, one channel is mono and two are
  /// stereo.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    guard self !== other else { return true }
    return basicDescription.isEquivalent(to: other.basicDescription)
      && layoutOrDefault == other.layoutOrDefault
  }

  /// A hash that is equal for equal formats.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(basicDescription.mFormatID)
    hasher.combine(sampleRate)
    hasher.combine(channelCount)
    return hasher.finalize()
  }

  private var layoutOrDefault: ManagedAudioChannelLayout? {
    if let channelLayout { return channelLayout.value }
    let isMono = channelCount == 1
    return ManagedAudioChannelLayout(
      tag: isMono ? kAudioChannelLayoutTag_Mono : kAudioChannelLayoutTag_Stereo)
  }

  /// The class, the channels, the rate, and the coding.
  open override var description: String {
    let rate =
      sampleRate == sampleRate.rounded() ? "\(Int64(clamping: sampleRate))" : "\(sampleRate)"
    return "<AVAudioFormat \(address(of: self)):  \(channelCount) ch,  \(rate) Hz, \(coding)>"
  }

  private var coding: String {
    let name: String
    switch commonFormat {
    case .pcmFormatFloat32: name = "Float32"
    case .pcmFormatFloat64: name = "Float64"
    case .pcmFormatInt16: name = "Int16"
    case .pcmFormatInt32: name = "Int32"
    case .otherFormat: return otherCoding
    }
    guard channelCount > 1 else { return name }
    return name + (isInterleaved ? ", interleaved" : ", deinterleaved")
  }

  private var otherCoding: String {
    let description = basicDescription
    let flags = String(format: "0x%08X", description.mFormatFlags)
    return "'\(fourCharacters(description.mFormatID))' (\(flags)) "
      + "\(description.mBitsPerChannel) bits/channel, \(description.mBytesPerPacket) bytes/packet, "
      + "\(description.mFramesPerPacket) frames/packet, \(description.mBytesPerFrame) bytes/frame"
  }
}

extension KeptMemory {
  /// Makes memory that holds a stream description.
  fileprivate init(_ description: AudioStreamBasicDescription) {
    // Safe: the description has no padding, and its bytes are copied.
    self.init(unsafe withUnsafeBytes(of: description) { unsafe Array($0) })
  }
}

extension Int64 {
  /// Converts a number to the nearest integer.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}

/// The characters of a code, with dots for unprintable ones.
private func fourCharacters(_ code: UInt32) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
  return String(decoding: bytes.map { (32..<127).contains($0) ? $0 : 0x2E }, as: UTF8.self)
}
