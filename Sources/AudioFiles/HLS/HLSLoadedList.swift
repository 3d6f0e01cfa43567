internal import AudioContainers
internal import AudioTransport

/// A playlist, and where and when it was loaded.
package struct HLSLoadedList: Sendable {
  var playlist: HLSPlaylist
  /// The requested address.
  var location: String
  /// The address after redirects.
  var place: PlaylistAddress
  /// When the load began, in seconds of the stream's clock.
  var time: Double

  /// Loads a playlist.
  init(
    _ location: String, _ variables: [String: String], _ loader: HLSLoader, _ clock: any HLSClock
  ) throws(HLSFailure) {
    let time = clock.now
    let bytes: [UInt8]
    let url: String?
    do throws(TransportError) {
      let resource = try loader.open(location)
      bytes = try resource.bytes(limit: HLSPlaylist.greatestByteCount)
      url = resource.progress?.url
    } catch {
      throw .transport(error)
    }
    try self.init(bytes, of: location, url: url, variables)
    self.time = time
  }

  /// Reads a playlist that has been loaded.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the playlist.
  ///   - location: The requested address.
  ///   - url: The URL after redirects, if it has one.
  ///   - variables: The variables that the playlist may import.
  /// - Throws: ``HLSFailure`` if the bytes are not a readable playlist.
  package init(
    _ bytes: [UInt8], of location: String, url: String?, _ variables: [String: String] = [:]
  ) throws(HLSFailure) {
    let name = url ?? location
    place = PlaylistAddress.scheme(of: name) == nil ? .path(name) : .url(name)
    self.location = location
    time = 0
    do throws(HLSError) {
      playlist = try HLSPlaylist(bytes.span, from: HLSSource(place, variables: variables))
    } catch {
      throw .list(error)
    }
  }
}
