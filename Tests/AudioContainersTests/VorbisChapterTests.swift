import AudioModel
import Testing

@testable import AudioContainers

/// Chapters in the comments of FLAC and Ogg.
@Suite struct VorbisChapterTests {
  private func chapters(_ texts: [String]) -> [Chapter] {
    VorbisComment.read(vorbisComment(texts).span).chapters
  }

  @Test("chapters have a start and a title, in the order of time")
  func order() {
    let found = chapters([
      "CHAPTER002=00:01:30.500", "TITLE=Whole", "CHAPTER002NAME=Second = last",
      "chapter001=00:00:00.000", "Chapter001Name=First", "CHAPTER001URL=http://a",
      "CHAPTER03=1:00:00", "CHAPTER001=00:00:09.000",
    ])
    #expect(
      found == [
        Chapter(start: 0, title: "First"), Chapter(start: 90.5, title: "Second = last"),
        Chapter(start: 3600, title: ""),
      ])
  }

  @Test(
    "a chapter without a valid start is ignored",
    arguments: [
      "CHAPTER001NAME=A", "CHAPTER001=", "CHAPTER001=12", "CHAPTER001=00:00", "CHAPTER001=0:0:-1",
      "CHAPTER001=0:0:1e9", "CHAPTER001=0:0:1.", "CHAPTER001=+1:00:00", "CHAPTER=00:00:01.000",
      "CHAPTER00001=00:00:01.000", "CHAPTERS=00:00:01", "CHAPTER1X=00:00:01",
      "CHAPTER001=0:0:1234567890",
    ])
  func invalid(text: String) {
    #expect(chapters([text]).isEmpty)
  }

  @Test("a file has no more than 4096 chapters")
  func limit() {
    let many = chapters((0..<6000).map { "CHAPTER\($0)=00:00:\($0)" })
    #expect(many.count == ChapterText.most && many.last?.start == 4095)
  }
}
