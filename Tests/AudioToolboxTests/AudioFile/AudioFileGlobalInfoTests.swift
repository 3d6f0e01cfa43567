import AudioToolbox
import Testing

@Suite struct AudioFileGlobalInfoTests {
  /// A list of values of a C type.
  private func list<Value: BitwiseCopyable>(
    _ id: AudioFilePropertyID, _ specifier: [UInt8] = [], of type: Value.Type
  ) -> (OSStatus, [Value]) {
    var specifier = specifier
    var size: UInt32 = 0
    let sized = AudioFileGetGlobalInfoSize(id, UInt32(specifier.count), &specifier, &size)
    guard sized == noErr else { return (sized, []) }
    let stride = MemoryLayout<Value>.stride
    var bytes = [UInt8](repeating: 0, count: Int(size) + stride)
    let status = AudioFileGetGlobalInfo(
      id, UInt32(specifier.count), &specifier, &size, &bytes)
    let values = (0..<Int(size) / stride).map { index in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * stride, as: Value.self) }
    }
    return (status, values)
  }

  /// An object that the caller owns.
  private func object<Object: AnyObject>(
    _ id: AudioFilePropertyID, _ specifier: [UInt8] = [], as type: Object.Type
  ) throws -> Object {
    let (status, values) = list(id, specifier, of: UInt.self)
    try #require(status == noErr)
    let address = try #require(values.first.flatMap { UnsafeRawPointer(bitPattern: $0) })
    return try #require(
      Unmanaged<AnyObject>.fromOpaque(address).takeRetainedValue() as? Object)
  }

  private func bytes<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  private func types(_ id: AudioFilePropertyID, named name: String) -> [AudioFileTypeID] {
    let name = name as CFString
    return withExtendedLifetime(name) {
      list(id, bytes(Unmanaged.passUnretained(name).toOpaque()), of: AudioFileTypeID.self).1
    }
  }

  @Test func typesAreTheReadableOnes() throws {
    let (status, readable) = list(kAudioFileGlobalInfo_ReadableTypes, of: AudioFileTypeID.self)
    #expect(status == noErr)
    #expect(Set(MediaFile.all.map(\.type)).isSubset(of: readable))
    #expect(readable.contains(kAudioFileRF64Type))
    #expect(!readable.contains(kAudioFileSoundDesigner2Type))
    #expect(Set(readable).count == readable.count)
    let writable = list(kAudioFileGlobalInfo_WritableTypes, of: AudioFileTypeID.self)
    #expect(writable.0 == noErr)
    #expect(!writable.1.isEmpty)
    #expect(Set(writable.1).isSubset(of: readable))
    #expect(Set(writable.1).count == writable.1.count)
    for type in readable {
      let key = bytes(type)
      #expect(try object(kAudioFileGlobalInfo_FileTypeName, key, as: CFString.self).length > 0)
      for id in [
        kAudioFileGlobalInfo_ExtensionsForType, kAudioFileGlobalInfo_UTIsForType,
        kAudioFileGlobalInfo_MIMETypesForType,
      ] {
        let names = try #require(try object(id, key, as: CFArray.self) as? [String])
        // Some types were never registered, but each has an extension.
        #expect(!names.isEmpty || id != kAudioFileGlobalInfo_ExtensionsForType)
        let back: [AudioFilePropertyID: AudioFilePropertyID] = [
          kAudioFileGlobalInfo_ExtensionsForType: kAudioFileGlobalInfo_TypesForExtension,
          kAudioFileGlobalInfo_UTIsForType: kAudioFileGlobalInfo_TypesForUTI,
          kAudioFileGlobalInfo_MIMETypesForType: kAudioFileGlobalInfo_TypesForMIMEType,
        ]
        for name in names {
          #expect(types(try #require(back[id]), named: name).contains(type), "\(name)")
        }
      }
      for code in list(kAudioFileGlobalInfo_HFSTypeCodesForType, key, of: UInt32.self).1 {
        let back = list(
          kAudioFileGlobalInfo_TypesForHFSTypeCode, bytes(code), of: AudioFileTypeID.self)
        #expect(back.1.contains(type))
      }
    }
  }

  @Test func typesHaveFormats() {
    let formats = { (type: AudioFileTypeID) in
      list(kAudioFileGlobalInfo_AvailableFormatIDs, bytes(type), of: AudioFormatID.self)
    }
    #expect(formats(kAudioFileMP3Type).1 == [kAudioFormatMPEGLayer3])
    #expect(formats(kAudioFileWAVEType).1.contains(kAudioFormatLinearPCM))
    #expect(formats(kAudioFileSoundDesigner2Type).0 == kAudioFileUnsupportedFileTypeError)
    let pair = AudioFileTypeAndFormatID(
      mFileType: kAudioFileWAVEType, mFormatID: kAudioFormatLinearPCM)
    let (status, descriptions) = list(
      kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, bytes(pair),
      of: AudioStreamBasicDescription.self)
    #expect(status == noErr)
    #expect(descriptions.map(\.mBitsPerChannel).sorted() == [8, 16, 24, 32, 32, 64])
    #expect(
      descriptions.allSatisfy { $0.mFormatID == kAudioFormatLinearPCM && $0.mSampleRate == 0 })
    // CAF has both byte orders, and every codec that can be read from it.
    let inCAF = AudioFileTypeAndFormatID(
      mFileType: kAudioFileCAFType, mFormatID: kAudioFormatLinearPCM)
    let ordered = list(
      kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, bytes(inCAF),
      of: AudioStreamBasicDescription.self
    ).1
    #expect(
      ordered.map(\.mBitsPerChannel).sorted() == [8, 16, 16, 24, 24, 32, 32, 32, 32, 64, 64])
    #expect(ordered.filter { $0.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 }.count == 5)
    #expect(
      Set([kAudioFormatOpus, kAudioFormatFLAC, kAudioFormatAC3, kAudioFormatAMR, kAudioFormatiLBC])
        .isSubset(of: formats(kAudioFileCAFType).1))
    let wrong = AudioFileTypeAndFormatID(
      mFileType: kAudioFileMP3Type, mFormatID: kAudioFormatLinearPCM)
    #expect(
      list(
        kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, bytes(wrong),
        of: AudioStreamBasicDescription.self
      ).0 == kAudioFileUnsupportedDataFormatError)
  }

  @Test func namesIgnoreCase() throws {
    #expect(types(kAudioFileGlobalInfo_TypesForExtension, named: "MP3") == [kAudioFileMP3Type])
    #expect(types(kAudioFileGlobalInfo_TypesForUTI, named: "public.mp3") == [kAudioFileMP3Type])
    #expect(
      types(kAudioFileGlobalInfo_TypesForMIMEType, named: "audio/aac") == [kAudioFileAAC_ADTSType])
    #expect(types(kAudioFileGlobalInfo_TypesForExtension, named: "txt").isEmpty)
    let all = try object(kAudioFileGlobalInfo_AllExtensions, as: CFArray.self) as? [String]
    #expect(try #require(all).contains("wav"))
    #expect(Set(try #require(all)).count == all?.count)
    for id in [kAudioFileGlobalInfo_AllUTIs, kAudioFileGlobalInfo_AllMIMETypes] {
      #expect(try object(id, as: CFArray.self).count > 3)
    }
  }

  @Test func invalidRequestsAreRefused() {
    #expect(
      list(0x3F3F_3F3F, bytes(kAudioFileMP3Type), of: UInt32.self).0
        == kAudioFileUnsupportedPropertyError)
    #expect(
      list(kAudioFileGlobalInfo_FileTypeName, of: UInt.self).0 == kAudioFileBadPropertySizeError)
    var room: UInt32 = 3
    var value: UInt32 = 7
    #expect(
      AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &room, &value)
        == kAudioFileBadPropertySizeError)
    #expect(value == 7)
  }
}
