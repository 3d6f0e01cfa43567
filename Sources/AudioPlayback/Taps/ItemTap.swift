package import AudioDevices

/// A tap of an item, between the decoder and time-pitch.
///
/// Its place is before or after the volume of the item's mix. Each frame of the tap replaces one
/// frame of the item. Only the decoding thread calls it, with no lock held.
package protocol ItemTap: AudioTap {
  /// Prepares for frames of a format.
  ///
  /// - Returns: False if the tap is prepared for another item. It is then not called.
  func prepare(_ format: DeviceFormat) -> Bool

  /// Ends a preparation: no frames follow before the next one.
  func unprepare()
}
