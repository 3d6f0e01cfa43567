// Only the imports of a program for Apple's systems.
import CoreAudioTypes
import CoreFoundation
import Foundation
import Testing

/// Functions of CoreFoundation with the classes of Foundation, which the aliases name.
@Suite struct CoreFoundationFunctionTests {
  @Test("a URL made from a path equals Foundation's")
  func urlsOfPaths() throws {
    let path = "/music/a song é.mp3" as CFString
    let url: CFURL = try #require(
      CFURLCreateWithFileSystemPath(kCFAllocatorDefault, path, .cfurlposixPathStyle, false))
    #expect(url == URL(fileURLWithPath: path as String) as CFURL)
    #expect((url as URL).lastPathComponent == "a song é.mp3")
    #expect(CFURLCopyLastPathComponent(url) as String? == "a song é.mp3")
    #expect(CFURLCopyPathExtension(url) as String? == "mp3")
    #expect(CFURLCopyFileSystemPath(url, .cfurlposixPathStyle) as String? == path as String)
    #expect(CFURLGetString(url) == url.absoluteString as CFString)
    #expect(CFURLCopyScheme(url) as String? == "file")
    let folder: CFURL = try #require(CFURLCreateCopyDeletingLastPathComponent(nil, url))
    let other: CFURL = try #require(
      CFURLCreateCopyAppendingPathComponent(nil, folder, "b" as CFString, false))
    #expect(CFURLCopyAbsoluteURL(other).path == "/music/b")
    #expect(CFGetTypeID(url) == CFURLGetTypeID() && CFEqual(url, url))
  }

  @Test("a URL made from the bytes of a path equals Foundation's")
  func urlsOfBytes() throws {
    let bytes = Array("/tmp/é.wav".utf8)
    let inferred = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, false)
    let url: CFURL = try #require(inferred)
    #expect(url.path == "/tmp/é.wav")
    var buffer = [UInt8](repeating: 0, count: 64)
    #expect(CFURLGetFileSystemRepresentation(url, true, &buffer, buffer.count))
    #expect(Array(buffer.prefix(bytes.count + 1)) == bytes + [0])
    #expect(!CFURLGetFileSystemRepresentation(url, true, &buffer, 3))
  }

  @Test("a URL made from its text has a base")
  func urlsOfText() throws {
    let base: CFURL = try #require(
      CFURLCreateWithString(nil, "http://example.com/a/" as CFString, nil))
    let url: CFURL = try #require(CFURLCreateWithString(nil, "b.mp3" as CFString, base))
    #expect(url.absoluteString == "http://example.com/a/b.mp3")
    #expect(CFURLCopyHostName(base) as String? == "example.com")
    #expect(CFURLCreateWithString(nil, "http://a b" as CFString, nil) == nil)
  }

  @Test("strings convert to C and back")
  func text() throws {
    let utf8 = CFStringBuiltInEncodings.UTF8.rawValue
    let inferred = CFStringCreateWithCString(kCFAllocatorDefault, "héllo", utf8)
    let text: CFString = try #require(inferred)
    #expect(text as String == "héllo")
    #expect(CFStringGetLength(text) == 5)
    #expect(CFStringGetCharacterAtIndex(text, 1) == 0xE9)
    var buffer = [CChar](repeating: 0, count: 16)
    #expect(CFStringGetCString(text, &buffer, buffer.count, utf8))
    #expect(buffer.prefix(7).map { UInt8(bitPattern: $0) } == Array("héllo".utf8) + [0])
    #expect(!CFStringGetCString(text, &buffer, 3, utf8))
    #expect(CFStringHasPrefix(text, "hé" as CFString) && CFStringHasSuffix(text, "lo" as CFString))
    #expect(CFStringCompare("a" as CFString, "b" as CFString, []) == .compareLessThan)
    #expect(CFStringGetIntValue("42 files" as CFString) == 42)
    let part: CFString = CFStringCreateWithSubstring(nil, text, CFRangeMake(1, 2))
    #expect(part as String == "él")
  }

  @Test("lists and bytes are counted and read")
  func listsAndBytes() throws {
    let list = ["a", "b"] as CFArray
    #expect(CFArrayGetCount(list) == 2)
    let second = try #require(CFArrayGetValueAtIndex(list, 1))
    #expect(Unmanaged<CFString>.fromOpaque(second).takeUnretainedValue() == "b")
    let data: CFData = try #require(CFDataCreate(nil, [1, 2, 3], 3))
    #expect(CFDataGetLength(data) == 3 && data as Data == Data([1, 2, 3]))
    #expect(CFDataGetBytePtr(data)?[1] == 2)
    withExtendedLifetime(data) {}
    let changing = NSMutableArray() as CFMutableArray
    let third = "c" as CFString
    CFArrayAppendValue(changing, Unmanaged.passUnretained(third).toOpaque())
    #expect(CFArrayGetCount(changing) == 1 && changing[0] as? String == "c")
    let bytes = NSMutableData(data: Data([1])) as CFMutableData
    CFDataAppendBytes(bytes, [2, 3], 2)
    #expect(bytes as Data == Data([1, 2, 3]))
  }

  @Test("dictionaries find values by key")
  func dictionaries() throws {
    let dictionary = ["title": "Song", "year": "1999"] as CFDictionary
    let key = "title" as CFString
    let missing = "artist" as CFString
    let keyAddress = Unmanaged.passUnretained(key).toOpaque()
    let missingAddress = Unmanaged.passUnretained(missing).toOpaque()
    #expect(CFDictionaryGetCount(dictionary) == 2)
    let value = try #require(CFDictionaryGetValue(dictionary, keyAddress))
    #expect(Unmanaged<CFString>.fromOpaque(value).takeUnretainedValue() == "Song")
    #expect(CFDictionaryGetValue(dictionary, missingAddress) == nil)
    var found: UnsafeRawPointer?
    #expect(CFDictionaryGetValueIfPresent(dictionary, keyAddress, &found) && found == value)
    #expect(CFDictionaryContainsKey(dictionary, keyAddress))
    #expect(!CFDictionaryContainsKey(dictionary, missingAddress))
    withExtendedLifetime((key, missing)) {}
  }

  @Test("numbers and errors give their values")
  func numbersAndErrors() throws {
    var value: Int32 = 0
    #expect(CFNumberGetValue(7 as CFNumber, .sInt32Type, &value) && value == 7)
    let number: CFNumber = try #require(CFNumberCreate(nil, .sInt32Type, &value))
    #expect(number.intValue == 7)
    let error = NSError(domain: NSOSStatusErrorDomain, code: -50) as CFError
    #expect(CFErrorGetCode(error) == -50)
    #expect(CFErrorGetDomain(error) as String? == NSOSStatusErrorDomain)
    #expect(CFErrorCopyDescription(error) as String? == error.localizedDescription)
  }

  @Test("CoreFoundation's copies of C constants have the same values")
  func constants() {
    #expect(CoreFoundation.M_PI == .pi && CoreFoundation.M_PI_4 * 4 == .pi)
    #expect(CoreFoundation.M_SQRT2 * CoreFoundation.M_SQRT1_2 - 1 < 1e-15)
    #expect(CoreFoundation.DBL_MAX == .greatestFiniteMagnitude)
    #expect(CoreFoundation.DBL_MANT_DIG == Double.significandBitCount + 1)
    #expect(CoreFoundation.FLT_MAX_EXP == 128 && CoreFoundation.FLT_MIN_EXP == -125)
    #expect(CoreFoundation.S_IFMT == S_IFDIR | S_IFCHR | S_IFREG | S_IFIFO)
    #expect(CoreFoundation.S_ISUID | CoreFoundation.S_ISGID | CoreFoundation.S_ISVTX == 0o7000)
  }
}

@Suite struct PropertyListFunctionTests {
  @Test("a property list is written and read", arguments: [100, 200])
  func propertyLists(format: CFIndex) throws {
    let list = ["name": "Piano", "notes": [60, 64]] as NSDictionary
    let kind = try #require(CFPropertyListFormat(rawValue: format))
    var error: Unmanaged<CFError>?
    let written = CFPropertyListCreateData(kCFAllocatorDefault, list, kind, 0, &error)
    let data = try #require(written).takeRetainedValue()
    #expect(error == nil)
    var found = CFPropertyListFormat.openStepFormat
    let read = CFPropertyListCreateWithData(
      kCFAllocatorSystemDefault, data as CFData, 0, &found, &error)
    let object = try #require(read).takeRetainedValue()
    #expect(error == nil && found == kind)
    let dictionary = try #require(object as? NSDictionary)
    #expect(dictionary["name"] as? String == "Piano")
    #expect(dictionary["notes"] as? [Int] == [60, 64])
  }

  @Test("bytes that are no property list give an error")
  func damagedPropertyLists() throws {
    var error: Unmanaged<CFError>?
    let data = Data([0, 1, 2]) as CFData
    #expect(CFPropertyListCreateWithData(nil, data, 0, nil, &error) == nil)
    let failure = try #require(error).takeRetainedValue()
    #expect(CFErrorGetCode(failure) != 0)
  }
}
