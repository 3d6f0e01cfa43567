import Testing
import UniformTypeIdentifiers

/// The view of a program that imports UniformTypeIdentifiers only.
struct UniformTypeIdentifiersImportTests {
  @Test("types have extensions, MIME types and parents")
  func types() {
    #expect(UTType(filenameExtension: "WAV") == .wav)
    #expect(UTType(filenameExtension: "mp4")?.conforms(to: .audiovisualContent) == true)
    #expect(UTType(filenameExtension: "mp4", conformingTo: .image) == nil)
    #expect(UTType(mimeType: "audio/mpeg") == .mp3)
    #expect(UTType("com.apple.m4a-audio")?.preferredFilenameExtension == "m4a")
    #expect(UTType("com.example.none") == nil)
    #expect(UTType.mp3.isSubtype(of: .audio) && !UTType.mp3.isSubtype(of: .mp3))
    #expect(UTType.audio.isSupertype(of: .mp3) && UTType.mp3.conforms(to: .mp3))
    #expect(UTType.wav.preferredMIMEType == "audio/vnd.wave")
  }
}
