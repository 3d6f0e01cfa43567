/// The folder and the size of a cache for bytes of servers.
package struct CacheOptions: Equatable, Sendable {
  /// The path of the folder, which is created when needed.
  package var folder: String
  /// Maximum bytes of all resources in the folder; a larger resource is not stored.
  package var byteLimit: UInt64

  package init(folder: String, byteLimit: UInt64) {
    self.folder = folder
    self.byteLimit = byteLimit
  }
}
