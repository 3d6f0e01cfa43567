import AudioToolbox
import Foundation
import Testing

@Suite struct FunctionTests {
  @Test func allFunctionsExist() {
    #expect(functions.count == 250)
  }

  @Test func foundationsSessionsAreVisible() {
    #expect(URLSession.shared.configuration.timeoutIntervalForRequest > 0)
  }

  /// Null arguments and unknown properties, as clients write them.
  @Test func resultsMayBeIgnored() {
    var size: UInt32 = 0
    AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size)
    #expect(size > 0 && size.isMultiple(of: 4))
    var file: AudioFileID?
    AudioFileOpenURL(URL(fileURLWithPath: "/nowhere") as CFURL, .readPermission, 0, &file)
    #expect(file == nil)
  }
}
