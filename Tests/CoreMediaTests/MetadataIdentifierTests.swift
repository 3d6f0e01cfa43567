import CoreMedia
import Foundation
import Testing

/// Identifiers of metadata, their keys and their key spaces.
@Suite struct MetadataIdentifierTests {
  private func identifier(_ key: AnyObject, _ space: CFString) -> (text: String?, status: OSStatus)
  {
    var made: CFString?
    let status = CMMetadataCreateIdentifierForKeyAndKeySpace(
      allocator: nil, key: key, keySpace: space, identifierOut: &made)
    return (made.map { String(describing: $0) }, status)
  }

  private func key(_ text: String) -> (key: AnyObject?, status: OSStatus) {
    var made: AnyObject?
    let status = CMMetadataCreateKeyFromIdentifier(
      allocator: nil, identifier: text as NSString, keyOut: &made)
    return (made, status)
  }

  @Test("keys of four characters are numbers, other keys are text")
  func keys() throws {
    let title = NSNumber(value: 0xA96E_616D as UInt32)
    let data = NSData(data: Data([0xA9, 0x6E, 0x61, 0x6D]))
    #expect(identifier(title, kCMMetadataKeySpace_iTunes).text == "itsk/%A9nam")
    #expect(identifier(data, kCMMetadataKeySpace_QuickTimeUserData).text == "udta/%A9nam")
    #expect(identifier("TIT2" as NSString, kCMMetadataKeySpace_ID3).text == "id3/TIT2")
    #expect(
      identifier("com.example.a/b" as NSString, kCMMetadataKeySpace_QuickTimeMetadata).text
        == "mdta/com.example.a%2Fb")
    #expect(key("itsk/%A9nam").key as? NSNumber == title)
    #expect(key("mdta/com.example.a%2Fb").key as? NSString == "com.example.a/b" as NSString)
    var bytes: CFData?
    #expect(
      CMMetadataCreateKeyFromIdentifierAsCFData(
        allocator: nil, identifier: "itsk/%A9nam" as NSString, keyOut: &bytes) == noErr)
    #expect(bytes == data)
    var space: CFString?
    #expect(
      CMMetadataCreateKeySpaceFromIdentifier(
        allocator: nil, identifier: "id3/TIT2" as NSString, keySpaceOut: &space) == noErr)
    #expect(space?.isEqual(kCMMetadataKeySpace_ID3) == true)
  }

  @Test("impossible keys, key spaces and identifiers are refused")
  func refusals() {
    let space = kCMMetadataKeySpace_iTunes
    let text = "key" as NSString
    #expect(identifier(text, "longer" as NSString).status == kCMMetadataIdentifierError_BadKeySpace)
    #expect(identifier(text, "a/b" as NSString).status == kCMMetadataIdentifierError_BadKeySpace)
    #expect(identifier(text, "" as NSString).status == kCMMetadataIdentifierError_BadKeySpace)
    #expect(identifier("" as NSString, space).status == kCMMetadataIdentifierError_BadKeyLength)
    #expect(identifier(NSArray(), space).status == kCMMetadataIdentifierError_BadKeyType)
    for number in [NSNumber(value: -1), NSNumber(value: 0.5), NSNumber(value: Int64.max)] {
      #expect(identifier(number, space).status == kCMMetadataIdentifierError_BadNumberKey)
    }
    for text in ["", "itsk", "itsk/", "/key"] {
      #expect(key(text).status == kCMMetadataIdentifierError_BadIdentifier)
    }
    #expect(key("mdta/%FF").status == kCMMetadataIdentifierError_NoKeyValueAvailable)
  }
}
