import AudioToolbox
import CClient
import Testing

/// The same functions, called from C with the real types of CoreFoundation.
@Suite struct CClientTests {
  @Test(arguments: MediaFile.all) func readsAFile(media: MediaFile) throws {
    let folder = try TemporaryFolder()
    let facts = CClientOpen(try folder.add("a file", media.bytes).path)
    #expect(facts.status == noErr)
    #expect(facts.sampleRate == media.sampleRate)
    #expect(facts.packetCount == UInt64(media.packets.count))
    #expect(Int(facts.firstPacketSize) == media.packets.first?.count ?? 0)
    #expect(facts.readStatus == (media.packets.isEmpty ? kAudioFileEndOfFileError : noErr))
    #expect(facts.infoCount == (media.title == nil ? 1 : 2))
    #expect(facts.closeStatus == noErr)
    #expect(
      CClientOpen(folder.url.appendingPathComponent("missing").path).status
        == kAudioFileFileNotFoundError)
  }

  @Test(arguments: MediaFile.all, [1, 1000]) func parsesAStream(media: MediaFile, size: Int) {
    #expect(CClientParse(media.bytes, media.bytes.count, size) == media.packets.count)
  }

  @Test("a unit renders the frames of a C function") func rendersAUnit() {
    var samples = [Float](repeating: .nan, count: 100)
    #expect(CClientRenderUnit(100, &samples) == noErr)
    #expect(samples == (100..<200).map { Float($0) / 32_768 })
  }

  @Test func nullIsRefusedEverywhere() {
    #expect(CClientPassNull() == 0)
  }
}
