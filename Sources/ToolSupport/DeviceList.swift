internal import AudioRouting
internal import AudioToolbox

/// The devices that a tool can be told to use.
package enum DeviceList {
  /// The devices that play, or those that record, a line each: the name, and what people know it by.
  package static func text(isOutput: Bool) -> String {
    let devices = SharedSession.session.deviceNames(isOutput: isOutput)
    let width = devices.map(\.name.count).max() ?? 0
    return devices.map { device in
      let space = String(repeating: " ", count: width - device.name.count + 2)
      return device.name + space + device.title + "\n"
    }.joined()
  }

  /// Writes the devices to standard output, or a complaint of a tool if there are none.
  ///
  /// - Returns: The exit status.
  package static func write(for tool: String, isOutput: Bool) -> Int32 {
    let text = text(isOutput: isOutput)
    if text.isEmpty { Terminal.complain("\(tool): no device is known\n") }
    Terminal.write(text)
    return text.isEmpty ? 1 : 0
  }
}
