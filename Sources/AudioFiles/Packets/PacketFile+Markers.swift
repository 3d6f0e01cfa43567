package import AudioContainers
package import AudioModel

/// Chapters and markers.
extension PacketFile {
  /// Returns the chapters from a text track, which is read now, from the tags, or from markers.
  package func chapters() throws(PacketError) -> [Chapter] {
    guard !info.chapterTexts.isEmpty else { return info.chapters }
    var chapters: [Chapter] = []
    for text in info.chapterTexts {
      let bytes = try bytes(of: text.extent)
      chapters.append(Chapter(start: text.start, title: ChapterText.title(bytes.span)))
    }
    return chapters
  }

  /// Returns the file's markers, or else the starts of its chapters.
  ///
  /// Frame positions include the priming frames.
  package func markers() throws(PacketError) -> [Marker] {
    guard info.markers.isEmpty else { return info.markers }
    let priming = Double(info.trim?.primingFrames ?? 0)
    let rate = info.format.sampleRate
    var markers: [Marker] = []
    for chapter in try chapters() {
      markers.append(
        Marker(
          framePosition: priming + chapter.start * rate, identifier: UInt32(markers.count + 1),
          name: chapter.title))
    }
    return markers
  }
}
