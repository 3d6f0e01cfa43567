import AudioToolbox
import Testing

/// Codecs and units as components.
struct AudioComponentTests {
  static func description(
    _ type: OSType = 0, _ subType: OSType = 0, _ manufacturer: OSType = 0, flags: UInt32 = 0,
    mask: UInt32 = 0
  ) -> AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: manufacturer,
      componentFlags: flags, componentFlagsMask: mask)
  }

  static func all(_ wanted: AudioComponentDescription) -> [AudioComponent] {
    var wanted = wanted
    var found: [AudioComponent] = []
    while let next = AudioComponentFindNext(found.last, &wanted) { found.append(next) }
    return found
  }

  static func count(_ wanted: AudioComponentDescription) -> Int {
    var wanted = wanted
    return Int(AudioComponentCount(&wanted))
  }

  static func codec(_ component: AudioComponent) -> AudioComponentDescription {
    var description = AudioComponentDescription()
    #expect(AudioComponentGetDescription(component, &description) == noErr)
    return description
  }

  static let kinds = [
    (
      kAudioDecoderComponentType, kAudioFormatProperty_Decoders,
      kAudioFormatProperty_DecodeFormatIDs
    ),
    (
      kAudioEncoderComponentType, kAudioFormatProperty_Encoders,
      kAudioFormatProperty_EncodeFormatIDs
    ),
  ]

  @Test("the found codecs are those that AudioFormat lists, in the same order")
  func codecs() throws {
    var total = 0
    for (type, codecs, formats) in Self.kinds {
      let listed = try AudioFormatTests.list(formats, of: 0 as UInt32).filter {
        $0 != kAudioFormatLinearPCM
      }
      let found = Self.all(Self.description(type))
      #expect(found.map { Self.codec($0).componentSubType } == listed && !listed.isEmpty)
      for component in found {
        let description = Self.codec(component)
        let same = try AudioFormatTests.list(
          codecs, AudioFormatTests.bytes(description.componentSubType),
          of: AudioClassDescription())
        #expect(same.map(\.mType) == [description.componentType])
        #expect(same.map(\.mManufacturer) == [description.componentManufacturer])
        // The component's own description finds this component only.
        #expect(Self.all(description) == [component] && Self.count(description) == 1)
      }
      #expect(Self.count(Self.description(type)) == found.count)
      total += found.count
    }
    let all = Self.all(Self.description())
    let types = Self.kinds.map(\.0)
    let units = all.filter { !types.contains(Self.codec($0).componentType) }
    #expect(!units.isEmpty && all.count == total + units.count)
    // Other tests register components.
    #expect(Self.count(Self.description()) >= all.count && Set(all).count == all.count)
  }

  @Test("0 is a wildcard, and the mask selects the compared flags")
  func wildcards() {
    let lossless = kAudioFormatAppleLossless
    #expect(
      Self.all(Self.description(0, lossless)).map { Self.codec($0).componentType }
        == [kAudioDecoderComponentType, kAudioEncoderComponentType])
    let maker = kAppleSoftwareAudioCodecManufacturer
    let decoder = kAudioDecoderComponentType
    #expect(
      Self.count(Self.description(decoder, 0, maker)) == Self.count(Self.description(decoder)))
    #expect(Self.count(Self.description(0, 0, kAppleHardwareAudioCodecManufacturer)) == 0)
    #expect(Self.count(Self.description(0x3F3F_3F3F)) == 0)
    #expect(Self.count(Self.description(0, lossless, flags: 2)) == 2)
    #expect(Self.count(Self.description(0, lossless, flags: 2, mask: 2)) == 0)
    #expect(Self.count(Self.description(0, lossless, flags: 2, mask: 1)) == 2)
  }

  @Test("a component has a name and a version")
  func names() throws {
    let found = Self.all(Self.description(kAudioEncoderComponentType, kAudioFormatAppleLossless))
    let component = try #require(found.first)
    var name: Unmanaged<CFString>?
    #expect(AudioComponentCopyName(component, &name) == noErr)
    let text = try #require(name).takeRetainedValue() as String
    #expect(text == "OpenCoreAudio: Apple Lossless Encoder")
    var version: UInt32 = 0
    #expect(AudioComponentGetVersion(component, &version) == noErr)
    #expect(version == 0x0001_0000)
  }

  @Test("an invalid component is refused", arguments: [1, 8, 17, 1 << 40, -16])
  func refused(_ number: Int) throws {
    let component = try #require(AudioComponent(bitPattern: number))
    var description = AudioComponentDescription()
    var name: Unmanaged<CFString>?
    var version: UInt32 = 0
    #expect(AudioComponentFindNext(component, &description) == nil)
    #expect(AudioComponentGetDescription(component, &description) == kAudio_ParamError)
    #expect(AudioComponentCopyName(component, &name) == kAudio_ParamError && name == nil)
    #expect(AudioComponentGetVersion(component, &version) == kAudio_ParamError)
  }

  @Test("values and sizes are Apple's")
  func values() {
    let flags: [AudioComponentFlags] = [
      .unsearchable, .sandboxSafe, .isV3AudioUnit, .requiresAsyncInstantiation, .canLoadInProcess,
    ]
    #expect(flags.map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect(MemoryLayout<AudioComponentDescription>.size == 20)
  }
}
