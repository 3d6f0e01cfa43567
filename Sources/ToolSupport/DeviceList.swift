internal import AudioRouting
internal import AudioToolbox

/// The devices that a tool can use.
package enum DeviceList {
  /// The output or input devices, one for each line: the name and the display name.
  package static func text(isOutput: Bool) -> String {
    let devices = SharedSession.session.deviceNames(isOutput: isOutput)
    let width = devices.map(\.name.count).max() ?? 0
    return devices.map { device in
      let space = String(repeating: " ", count: width - device.name.count + 2)
      return device.name + space + device.title + "\n"
    }.joined()
  }

  /// Writes the devices to standard output, or an error message if no device exists.
  ///
  /// - Returns: The exit status.
  package static func write(for tool: String, isOutput: Bool) -> Int32 {
    let text = text(isOutput: isOutput)
    if text.isEmpty { Terminal.complain("\(tool): no sound devices found\n") }
    Terminal.write(text)
    return text.isEmpty ? 1 : 0
  }
}
