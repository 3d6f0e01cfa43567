internal import CDynamicLibrary

/// The C libraries of the devices.
package enum DeviceLibraries {
  /// Writes a line for each library that could not be opened, once per process.
  ///
  /// Call this when no device opens, or only the silent one.
  package static func reportMissing() {
    OCAReportMissingLibraries(OCALibraryForDevices)
  }
}
