import AudioToolbox
import ToolSupport

/// Conversion of a file from a gapless album.
extension Conversion {
  /// The file between its neighbors, or `nil` if it has no neighbors or they make no difference.
  ///
  /// - Parameters:
  ///   - source: The file, ready for reading in the format of ``AlbumFrames/format(_:_:)``.
  ///   - target: The output, ready for frames.
  ///   - client: The format of the frames.
  /// - Returns: The frames of all three files.
  /// - Throws: ``ToolFailure`` if a neighbor cannot be read.
  func album(
    _ source: SourceFrames, _ target: TargetFrames, _ client: AudioStreamBasicDescription
  ) throws(ToolFailure) -> AlbumFrames? {
    guard options.hasNeighbours else { return nil }
    let edge = try target.edgeLength()
    guard edge > 0 || source.format.mSampleRate != client.mSampleRate else { return nil }
    let format = AlbumFrames.format(client, source)
    func open(_ path: String?, _ option: String) throws(ToolFailure) -> SourceFrames? {
      guard let path else { return nil }
      do throws(ToolFailure) {
        let neighbour = try SourceFrames(try LocalFile(path: path), options.ofNeighbour)
        try prepare(neighbour, target, format)
        return neighbour
      } catch {
        throw ToolFailure("\(option) \(path): \(error.reason)")
      }
    }
    let before = try open(options.neighbours.before, "--gapless-before")
    let after = try open(options.neighbours.after, "--gapless-after")
    return try AlbumFrames(source, (before, after), client, edge: edge, options)
  }

  /// Writes the frames of a neighbor: those before the file, or those after its end.
  func writeEdge(
    _ edge: AlbumFrames.Part, of album: AlbumFrames, to target: TargetFrames,
    _ client: AudioStreamBasicDescription
  ) throws(ToolFailure) {
    if edge == .after { try target.setRecording(album.frameCount, after: album.edgeLength) }
    album.enter(edge)
    var block = SourceBlocks.Block(client)
    while true {
      try album.read(SourceBlocks.length, client, into: &block)
      guard block.frameCount > 0 else { break }
      try target.write(block.frameCount, client, from: &block.bytes)
    }
    if edge == .before { album.enter(.file) }
  }

  /// The note to print if the output cannot be gapless.
  func albumNote(_ target: TargetFrames) -> String? {
    guard options.hasNeighbours, target.hasUnmarkedEdges else { return nil }
    let option = options.neighbours.before == nil ? "--gapless-after" : "--gapless-before"
    return "\(option): the output cannot be gapless, because its file type does not store "
      + "where the recording begins"
  }
}
