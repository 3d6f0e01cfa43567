import CoreMedia
import Foundation
import Testing

/// The registry of types of metadata values.
@Suite struct MetadataDataTypeTests {
  private func register(_ name: String, _ parents: [CFString]) -> OSStatus {
    CMMetadataDataTypeRegistryRegisterDataType(
      name as NSString, description: "a type" as NSString,
      conformingDataTypes: NSArray(array: parents))
  }

  @Test("a type derives from one base type, by known types only")
  func derivation() {
    let (text, number) = (kCMMetadataBaseDataType_UTF8, kCMMetadataBaseDataType_SInt32)
    let missing = kCMMetadataDataTypeRegistryError_RequiresConformingBaseType
    #expect(register("org.example.title", [text]) == noErr)
    #expect(register("org.example.subtitle", ["org.example.title" as NSString]) == noErr)
    #expect(register("org.example.subtitle", ["org.example.title" as NSString]) == noErr)
    #expect(
      CMMetadataDataTypeRegistryDataTypeConformsToDataType(
        "org.example.subtitle" as NSString, conformsTo: "org.example.title" as NSString))
    #expect(
      CMMetadataDataTypeRegistryGetBaseDataTypeForConformingDataType(
        "org.example.subtitle" as NSString
      ).isEqual(text))
    #expect(register("org.example.own", ["org.example.own" as NSString, text]) == missing)
    #expect(register("org.example.other", ["org.example.later" as NSString, text]) == missing)
    #expect(!CMMetadataDataTypeRegistryDataTypeIsRegistered("org.example.other" as NSString))
    #expect(
      register("org.example.both", [text, number])
        == kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes)
    #expect(
      register("org.example.title", [number])
        == kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered)
    #expect(
      register("title", [text]) == kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier)
  }
}
