import CHeaderChecks
import CoreAudioTypes
import Testing

/// The C headers, against the table from `Scripts/make-api-tables`.
@Suite struct HeaderTests {
  @Test func constantsHaveTheirValues() {
    let groups = [
      APIConstant.coreAudioTypes, APIConstant.audioFile, APIConstant.audioFileStream,
      APIConstant.audioConverter, APIConstant.audioFormat, APIConstant.audioQueue,
      APIConstant.cafFile,
    ]
    for constants in groups {
      #expect(constants.count > 30)
      for constant in constants {
        #expect(constant.value == constant.expected, "\(constant.name)")
      }
    }
    #expect(APIConstant.cmTime.count == 14)
    for constant in APIConstant.cmTime {
      #expect(constant.value == constant.expected, "\(constant.name)")
    }
  }

  @Test func stringConstantsHaveTheirTexts() {
    #expect(APIText.all.count == 24)
    for text in APIText.all {
      #expect(text.value == text.expected, "\(text.name)")
    }
  }

  @Test func structuresAreLaidOutAsInC() {
    #expect(APIStructure.all.count == 76)
    for structure in APIStructure.all {
      #expect(structure.size == structure.expectedSize, "\(structure.name)")
      #expect(structure.stride == structure.expectedSize, "\(structure.name)")
      for member in structure.members {
        #expect(member.offset == member.expectedOffset, "\(structure.name).\(member.name)")
      }
    }
  }

  @Test func optionsWithoutValueAreEmptySets() {
    #expect(SMPTETimeFlags().rawValue == 0)
    #expect(AudioTimeStampFlags.sampleHostTimeValid == [.sampleTimeValid, .hostTimeValid])
    #expect(kAudioStreamAnyRate == 0)
  }

  /// The C compiler checks the assertions; this test shows that it did.
  @Test func compilesAsCAndAsCPlusPlus() {
    #expect(CHeaderChecksInC() == CHeaderChecksInCPlusPlus())
    #expect(CHeaderChecksInC() > 800)
  }

  @Test("functions, operators and options of C++ work")
  func worksInCPlusPlus() {
    #expect(CHeaderChecksOfCPlusPlus() == 0)
    #expect(CHeaderChecksOfOwnOperators() == 1)
  }

  @Test("atomic operations, byte orders and assertions of Core Services work")
  func systemHeadersWork() {
    #expect(CHeaderChecksOfSystemHeaders() == 0)
  }

  @Test("messages of C have their values, and hide private ones")
  func logFormatsWork() {
    #expect(CHeaderChecksOfLogFormat() == 0)
  }
}
