import AudioModel

// CAF, WAVE and AIFF files have no chapters, but markers with names.

extension ContainerInfo {
  /// The chapters from tags, or else from the named markers of a list of chunks.
  package var chapters: [Chapter] {
    guard tags.chapters.isEmpty, chunkList == .chunks, format.sampleRate > 0 else {
      return tags.chapters
    }
    let priming = Double(trim?.primingFrames ?? 0)
    var chapters: [Chapter] = []
    for marker in markers {
      guard let name = marker.name, !name.isEmpty, marker.framePosition.isFinite else { continue }
      let start = max(0, (marker.framePosition - priming) / format.sampleRate)
      chapters.append(Chapter(start: start, title: name))
    }
    return chapters.sorted { $0.start < $1.start }
  }
}

extension ContainerContent {
  /// Whether the file can store markers.
  package var hasMarkers: Bool {
    ["caff", "WAVE", "AIFF", "AIFC"].contains(fileType.description)
  }

  /// The markers of the file; the chapters of a new file without markers become markers.
  ///
  /// Frame positions include the priming frames. WAVE and AIFF have positions of 32 bits: later
  /// chapters have no marker.
  var marks: [Marker] {
    guard markers.isEmpty, original == nil else { return markers }
    let priming = Double(trim?.primingFrames ?? 0)
    // AIFF has no greater numbers.
    let limit = fileType.description == "caff" ? Double.infinity : 0x1p32
    return tags.chapters.prefix(0x7FFF).enumerated().compactMap { index, chapter in
      let position = priming + (chapter.start * format.sampleRate).rounded()
      guard position < limit else { return nil }
      return Marker(
        framePosition: position, identifier: UInt32(index + 1), name: chapter.title)
    }
  }
}
