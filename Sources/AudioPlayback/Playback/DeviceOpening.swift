internal import AudioDevices

/// A device among those to try.
protocol RankedDevice: Equatable, Sendable {
  /// The device that plays or records silence.
  static var null: Self { get }
}

extension DeviceKind: RankedDevice {}
extension InputKind: RankedDevice {}

/// Tries devices in order, the best first.
enum DeviceOpening {
  /// Opens the best device that works.
  ///
  /// - Parameters:
  ///   - kinds: The devices, the best first.
  ///   - open: Opens a device.
  /// - Throws: ``DeviceError`` of the best device if none works.
  static func openBest<Kind: RankedDevice>(
    of kinds: [Kind], _ open: (Kind) throws(DeviceError) -> Void
  ) throws(DeviceError) {
    var firstError: DeviceError?
    for kind in kinds {
      do throws(DeviceError) {
        try open(kind)
        if kind == .null, firstError != nil { DeviceLibraries.reportMissing() }
        return
      } catch {
        firstError = firstError ?? error
      }
    }
    DeviceLibraries.reportMissing()
    throw firstError ?? .absent
  }

  /// Opens the first device that works.
  ///
  /// - Parameters:
  ///   - kinds: The devices to try, in order.
  ///   - all: All devices, the best first.
  ///   - open: Opens a device.
  /// - Returns: The devices that are better than the opened one, or `nil` if none works.
  static func openFirst<Kind: RankedDevice>(
    of kinds: [Kind], among all: [Kind], _ open: (Kind) throws(DeviceError) -> Void
  ) -> [Kind]? {
    for kind in kinds {
      do throws(DeviceError) {
        try open(kind)
        return Array(all[..<(all.firstIndex(of: kind) ?? 0)])
      } catch {
        continue
      }
    }
    return nil
  }

  /// The devices after a device in a list; the whole list if it lacks the device.
  static func lesser<Kind: RankedDevice>(than kind: Kind, among all: [Kind]) -> [Kind] {
    Array(all[((all.firstIndex(of: kind) ?? -1) + 1)...])
  }
}
