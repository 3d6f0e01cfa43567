internal import AudioContainers
internal import AudioModel
internal import CoreAudioTypes
internal import Foundation

/// The properties that apply to all files, answered from the table of readable types.
struct AudioFileGlobalInfo {
  /// The client's specifier: the subject of the property.
  @unsafe struct Specifier {
    let memory: UnsafeMutableRawPointer?
    let size: UInt32

    /// The specifier as a C structure.
    ///
    /// - Throws: `kAudioFileBadPropertySizeError` if the specifier is missing or has another size.
    func load<Value: BitwiseCopyable>(_ type: Value.Type) throws(StatusError) -> Value {
      guard let memory = unsafe memory, unsafe Int(size) == MemoryLayout<Value>.size else {
        throw StatusError(kAudioFileBadPropertySizeError)
      }
      // Safe: the client provides as many bytes as it states.
      return unsafe memory.loadUnaligned(as: Value.self)
    }

    /// The specifier as a string.
    ///
    /// - Throws: `kAudioFileBadPropertySizeError` if the specifier is missing or has another size.
    func string() throws(StatusError) -> String {
      guard let reference = try unsafe load(UnsafeRawPointer?.self) else {
        throw StatusError(kAudio_ParamError)
      }
      // Safe: the specifier is a CFStringRef, which the client keeps alive during the call.
      return unsafe Unmanaged<NSString>.fromOpaque(reference).takeUnretainedValue() as String
    }
  }

  private static var types: [FileTypeDescription] { FileTypeDescription.readable }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - specifier: The subject of the property.
  /// - Returns: The value.
  /// - Throws: An error that `AudioFileGetGlobalInfoSize` documents.
  static func value(
    of property: AudioFilePropertyID, _ specifier: Specifier
  ) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioFileGlobalInfo_ReadableTypes: return PropertyValue(list: types.map(\.type))
    case kAudioFileGlobalInfo_WritableTypes:
      return PropertyValue(list: WriterTable.fileTypes.map(\.rawValue))
    case kAudioFileGlobalInfo_AllExtensions: return strings(types.flatMap(\.extensions))
    case kAudioFileGlobalInfo_AllUTIs:
      return strings(types.flatMap(\.uniformTypeIdentifiers))
    case kAudioFileGlobalInfo_AllMIMETypes: return strings(types.flatMap(\.mimeTypes))
    case kAudioFileGlobalInfo_AllHFSTypeCodes:
      return PropertyValue(list: unique(types.flatMap(\.typeCodes)))
    case kAudioFileGlobalInfo_TypesForExtension:
      return try unsafe matching(specifier.string(), \.extensions)
    case kAudioFileGlobalInfo_TypesForUTI:
      return try unsafe matching(specifier.string(), \.uniformTypeIdentifiers)
    case kAudioFileGlobalInfo_TypesForMIMEType:
      return try unsafe matching(specifier.string(), \.mimeTypes)
    case kAudioFileGlobalInfo_TypesForHFSTypeCode:
      let code = try unsafe specifier.load(UInt32.self)
      return PropertyValue(list: types.filter { $0.typeCodes.contains(code) }.map(\.type))
    case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat:
      let pair = try unsafe specifier.load(AudioFileTypeAndFormatID.self)
      let type = try type(pair.mFileType)
      guard type.formats.contains(pair.mFormatID) else {
        throw StatusError(kAudioFileUnsupportedDataFormatError)
      }
      return PropertyValue(list: descriptions(of: pair.mFormatID, in: pair.mFileType))
    default: return try unsafe value(of: property, type: specifier)
    }
  }

  /// The value of a property of one file type.
  private static func value(
    of property: AudioFilePropertyID, type specifier: Specifier
  ) throws(StatusError) -> PropertyValue {
    let get: (FileTypeDescription) -> PropertyValue
    switch property {
    case kAudioFileGlobalInfo_FileTypeName: get = { .object($0.name as NSString) }
    case kAudioFileGlobalInfo_AvailableFormatIDs: get = { PropertyValue(list: $0.formats) }
    case kAudioFileGlobalInfo_ExtensionsForType: get = { strings($0.extensions) }
    case kAudioFileGlobalInfo_UTIsForType: get = { strings($0.uniformTypeIdentifiers) }
    case kAudioFileGlobalInfo_MIMETypesForType: get = { strings($0.mimeTypes) }
    case kAudioFileGlobalInfo_HFSTypeCodesForType: get = { PropertyValue(list: $0.typeCodes) }
    default: throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    return get(try type(unsafe specifier.load(AudioFileTypeID.self)))
  }

  private static func type(_ type: AudioFileTypeID) throws(StatusError) -> FileTypeDescription {
    guard let found = types.first(where: { $0.type == type }) else {
      throw StatusError(kAudioFileUnsupportedFileTypeError)
    }
    return found
  }

  /// The types with a given name, ignoring case.
  private static func matching(
    _ name: String, _ names: (FileTypeDescription) -> [String]
  ) -> PropertyValue {
    let name = name.lowercased()
    return PropertyValue(list: types.filter { names($0).contains(name) }.map(\.type))
  }

  private static func strings(_ values: [String]) -> PropertyValue {
    .object(unique(values) as NSArray)
  }

  private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }

  /// The sample formats that a file type supports: format, flags, and bits, with all other fields
  /// 0.
  private static func descriptions(
    of format: AudioFormatID, in type: AudioFileTypeID
  ) -> [AudioStreamBasicDescription] {
    guard format == kAudioFormatLinearPCM else {
      let bits: UInt32 = format == kAudioFormatALaw || format == kAudioFormatULaw ? 8 : 0
      return [description(format, 0, bits)]
    }
    let isBigEndian = [kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileNextType].contains(type)
    // 8-bit samples are signed except in the file types that originate from Windows.
    let isSigned = isBigEndian || type == kAudioFileCAFType
    let byte = kAudioFormatFlagIsPacked | (isSigned ? kAudioFormatFlagIsSignedInteger : 0)
    let big = kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian
    let orders: [AudioFormatFlags] =
      type == kAudioFileCAFType
      ? [kAudioFormatFlagIsPacked, big] : [isBigEndian ? big : kAudioFormatFlagIsPacked]
    let floats: [UInt32] = type == kAudioFileAIFFType ? [] : [32, 64]
    return [description(format, byte | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0), 8)]
      + orders.flatMap { order in
        [16, 24, 32].map { description(format, kAudioFormatFlagIsSignedInteger | order, $0) }
          + floats.map { description(format, kAudioFormatFlagIsFloat | order, $0) }
      }
  }

  private static func description(
    _ format: AudioFormatID, _ flags: AudioFormatFlags, _ bits: UInt32
  ) -> AudioStreamBasicDescription {
    var description = AudioStreamBasicDescription()
    description.mFormatID = format
    description.mFormatFlags = flags
    description.mBitsPerChannel = bits
    return description
  }
}
