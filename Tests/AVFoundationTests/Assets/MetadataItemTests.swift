import AVFoundation
import Foundation
import Synchronization
import Testing

/// Metadata items that a client makes.
@Suite struct MetadataItemTests {
  struct Name: Sendable, CustomTestStringConvertible {
    var identifier: AVMetadataIdentifier
    var space: AVMetadataKeySpace
    /// The key as text; that of a number is decimal.
    var key: String
    var common: AVMetadataKey?
    var testDescription: String { identifier.rawValue }
  }

  @Test(
    "an identifier has a key and a key space, and they have the identifier",
    arguments: [
      Name(
        identifier: .commonIdentifierTitle, space: .common, key: "title", common: .commonKeyTitle),
      Name(
        identifier: .id3MetadataLeadPerformer, space: .id3, key: "TPE1", common: .commonKeyArtist),
      Name(
        identifier: .iTunesMetadataSongName, space: .iTunes, key: "\(0xA96E_616D)",
        common: .commonKeyTitle),
      Name(
        identifier: .quickTimeUserDataWriter, space: .quickTimeUserData, key: "\(0xA977_7274)"),
      Name(
        identifier: .quickTimeMetadataLocationISO6709, space: .quickTimeMetadata,
        key: "com.apple.quicktime.location.ISO6709"),
      Name(identifier: .init("x/a%20b"), space: .init("x"), key: "a b"),
    ])
  func names(_ name: Name) throws {
    let item = AVMutableMetadataItem()
    #expect(item.identifier == nil && item.value == nil && item.dataType == nil)
    item.identifier = name.identifier
    #expect(item.keySpace == name.space && item.commonKey == name.common)
    let key = try #require(item.key)
    #expect((key as? NSNumber)?.stringValue ?? String(describing: key) == name.key)
    let other = AVMutableMetadataItem()
    other.keySpace = name.space
    other.key = key
    #expect(other.identifier == name.identifier && other.commonKey == name.common)
    #expect(AVMetadataItem.identifier(forKey: key, keySpace: name.space) == name.identifier)
    #expect(AVMetadataItem.keySpace(forIdentifier: name.identifier) == name.space)
  }

  @Test("an identifier without a key space has neither")
  func noSpace() {
    #expect(AVMetadataItem.key(forIdentifier: .init("title")) == nil)
    #expect(AVMetadataItem.keySpace(forIdentifier: .init("/x")) == nil)
  }

  @Test("a copy keeps the properties, and a mutable copy can change them")
  func copies() throws {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = "one" as NSString
    item.extendedLanguageTag = "de-CH"
    item.time = CMTime(value: 3, timescale: 1)
    item.duration = CMTime(value: 2, timescale: 1)
    item.extraAttributes = [.info: "x"]
    let copy = try #require(item.copy() as? AVMetadataItem)
    let second = try #require(copy.mutableCopy() as? AVMutableMetadataItem)
    item.value = 2 as NSNumber
    second.locale = Locale(identifier: "fr_FR")
    #expect(copy.stringValue == "one" && copy.locale?.identifier == "de-CH")
    #expect(copy.time.seconds == 3 && copy.duration.seconds == 2)
    #expect(copy.extraAttributes?[.info] as? String == "x" && !(copy is AVMutableMetadataItem))
    #expect(item.numberValue == 2 && item.dataType == "com.apple.metadata.datatype.int64")
    #expect(second.stringValue == "one" && second.extendedLanguageTag == "fr-FR")
    #expect(copy.dataType == "com.apple.metadata.datatype.UTF-8")
  }

  @Test(
    "a date is read from timestamps",
    arguments: [
      ("2024", 1_704_067_200), ("2024-05", 1_714_521_600), ("2024-05-06", 1_714_953_600),
      ("2024-05-06T07:08:09Z", 1_714_979_289), ("2024-05-06 07:08", 1_714_979_280),
      ("2024-05-06T07:08:09.5+02:00", 1_714_972_089), ("2024-05-06T07:08:09-0130", 1_714_984_689),
      ("", nil), ("May", nil), ("2024-13", nil), ("2024-02-30", nil),
      ("2024-05-06T", 1_714_953_600),
      ("2024-05-06Tx", nil), ("-1", nil), ("99999999999999999999", nil),
    ] as [(String, Double?)])
  func dates(text: String, seconds: Double?) {
    let item = AVMutableMetadataItem()
    item.value = text as NSString
    #expect(item.dateValue?.timeIntervalSince1970 == seconds)
  }

  @Test("items are sorted by languages, and those without one are left out")
  func languages() {
    let items = ["en-GB", "de", nil, "en", "fr-CA"].map { language in
      let item = AVMutableMetadataItem()
      item.extendedLanguageTag = language
      return item as AVMetadataItem
    }
    let sorted = AVMetadataItem.metadataItems(
      from: items, filteredAndSortedAccordingToPreferredLanguages: ["fr", "en"])
    #expect(sorted.map(\.extendedLanguageTag) == ["fr-CA", "en", "en-GB"])
    let german = AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "de_AT"))
    #expect(german.map(\.extendedLanguageTag) == ["de"])
  }

  @Test("the filter for sharing removes accounts and places")
  func sharing() {
    let items = [
      AVMetadataIdentifier.commonIdentifierTitle, .iTunesMetadataAppleID,
      .quickTimeMetadataLocationISO6709,
    ].map { identifier in
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      return item as AVMetadataItem
    }
    let shared = AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing())
    #expect(shared.map(\.identifier) == [.commonIdentifierTitle])
  }

  @Test("a client provides a value once, on its first use")
  func requested() async throws {
    let base = AVMutableMetadataItem()
    base.identifier = .commonIdentifierTitle
    let calls = Mutex<[AVMetadataItem?]>([])
    let item = AVMetadataItem(propertiesOf: base) { request in
      calls.withLock { $0.append(request.metadataItem) }
      DispatchQueue(label: "answer").async { request.respond(value: "late" as NSString) }
    }
    #expect(item.identifier == .commonIdentifierTitle && calls.withLock { $0.isEmpty })
    #expect(item.status(of: .value).isLoaded == false)
    let value = try await item.load(.value)
    #expect(value as? NSString == "late" && item.value as? NSString == "late")
    #expect(calls.withLock { $0 } == [item])
    #expect(item.status(of: .value).isLoaded)
  }

  struct Refusal: Error {}

  @Test("a client's error, and a request that is never answered, are errors")
  func refused() async throws {
    let refused = AVMetadataItem(propertiesOf: AVMetadataItem()) { $0.respond(error: Refusal()) }
    #expect(refused.value == nil)
    await #expect(throws: AVError.self) { try await refused.load(.value) }
    let forgotten = AVMetadataItem(propertiesOf: AVMetadataItem()) { _ in }
    await #expect(throws: AVError(.operationCancelled)) { try await forgotten.load(.value) }
  }
}

extension AVAsyncProperty.Status {
  fileprivate var isLoaded: Bool {
    if case .loaded = self { true } else { false }
  }
}
