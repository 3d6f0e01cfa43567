internal import CCoreMedia
public import CoreFoundation
internal import CoreAudioTypes
internal import Foundation

/// Creates a description of what several descriptions of audio have in common.
///
/// - Parameters:
///   - allocator: Not used.
///   - formatDescriptionArray: Descriptions of audio.
///   - flags: Not used.
///   - formatDescriptionOut: Receives the description. Members of the stream description that
///     differ are 0. A layout, configuration, or extension is present if all descriptions have it.
/// - Returns: 0; `kCMFormatDescriptionError_InvalidParameter` if an element is not a description
///   of audio.
@discardableResult
public func CMAudioFormatDescriptionCreateSummary(
  allocator: CFAllocator?, formatDescriptionArray: CFArray, flags: UInt32,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  let descriptions = formatDescriptionArray.compactMap { $0 as? CMFormatDescription }
  guard descriptions.count == formatDescriptionArray.count,
    descriptions.allSatisfy({ $0.audio != nil })
  else { return kCMFormatDescriptionError_InvalidParameter }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = CMFormatDescription(summaryOf: descriptions)
  return noErr
}

extension CMFormatDescription {
  fileprivate convenience init(summaryOf descriptions: [CMFormatDescription]) {
    let audio = descriptions.compactMap(\.audio)
    func common<Value: Equatable>(_ value: (AudioDescription) -> Value) -> Value? {
      guard let first = audio.first.map(value) else { return nil }
      return audio.allSatisfy { value($0) == first } ? first : nil
    }
    let format = AudioStreamBasicDescription(
      mSampleRate: common(\.format.mSampleRate) ?? 0, mFormatID: common(\.format.mFormatID) ?? 0,
      mFormatFlags: common(\.format.mFormatFlags) ?? 0,
      mBytesPerPacket: common(\.format.mBytesPerPacket) ?? 0,
      mFramesPerPacket: common(\.format.mFramesPerPacket) ?? 0,
      mBytesPerFrame: common(\.format.mBytesPerFrame) ?? 0,
      mChannelsPerFrame: common(\.format.mChannelsPerFrame) ?? 0,
      mBitsPerChannel: common(\.format.mBitsPerChannel) ?? 0, mReserved: 0)
    let others = descriptions.dropFirst()
    let extensions = Self.mutable(descriptions.first?.dictionary)
    for key in extensions.allKeys {
      let value = extensions.object(forKey: key) as? NSObject
      let isCommon = others.allSatisfy {
        $0.dictionary?.object(forKey: key) as? NSObject == value
      }
      if !isCommon { extensions.removeObject(forKey: key) }
    }
    self.init(
      format, layout: common(\.layout) ?? [], cookie: common(\.cookie) ?? [],
      extensions: extensions.count > 0 ? extensions : nil)
  }

  private static func mutable(_ dictionary: CFDictionary?) -> NSMutableDictionary {
    dictionary?.mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
  }

  /// A copy without some extensions.
  fileprivate func without(_ keys: [CFString], atoms: [CFString]) -> CMFormatDescription {
    let rest = Self.mutable(dictionary)
    rest.removeObjects(forKeys: keys)
    let name = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    if let all = rest.object(forKey: name) as? NSDictionary {
      let kept = Self.mutable(all)
      kept.removeObjects(forKeys: atoms)
      rest.setObject(kept, forKey: name)
    }
    let extensions = rest.count > 0 ? rest : nil
    guard let audio else {
      return CMFormatDescription(
        type: type, subType: subType, extensions: extensions, dimensions: storedDimensions,
        timeCode: timeCode)
    }
    return CMFormatDescription(
      audio.format, layout: audio.layout, cookie: audio.cookie, extensions: extensions)
  }
}

/// The boxes of a sample entry, a dictionary with their types as keys.
public var kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString {
  "SampleDescriptionExtensionAtoms"
}

/// Compares two descriptions except for some extensions.
///
/// - Parameters:
///   - formatDescription: A description.
///   - otherFormatDescription: Another description.
///   - formatDescriptionExtensionKeysToIgnore: A key of an extension, or an array of keys.
///   - sampleDescriptionExtensionAtomKeysToIgnore: A key in the dictionary of the extension
///     `kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms`, or an array of keys.
/// - Returns: Whether all other parts are equal, or both descriptions are nil.
public func CMFormatDescriptionEqualIgnoringExtensionKeys(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?,
  extensionKeysToIgnore formatDescriptionExtensionKeysToIgnore: CFTypeRef?,
  sampleDescriptionExtensionAtomKeysToIgnore: CFTypeRef?
) -> Bool {
  func keys(_ value: CFTypeRef?) -> [CFString] {
    (value as? NSArray)?.compactMap { $0 as? NSString } ?? (value as? NSString).map { [$0] } ?? []
  }
  let extensionKeys = keys(formatDescriptionExtensionKeysToIgnore)
  let atoms = keys(sampleDescriptionExtensionAtomKeysToIgnore)
  return formatDescription?.without(extensionKeys, atoms: atoms)
    == otherFormatDescription?.without(extensionKeys, atoms: atoms)
}
