internal import AudioRouting
package import AudioToolbox
import Glibc

/// Explains why the device that an environment variable names cannot be used.
package enum DeviceFailure {
  package enum Direction {
    case output, input
  }

  /// Explains a status of an Audio Queue, which does not describe the problem with its device.
  package static func text(_ status: OSStatus, _ direction: Direction) -> ToolFailure {
    switch status {
    case kAudioQueueErr_InvalidDevice: wrongName(direction) ?? ToolFailure(status: status)
    case kAudioQueueErr_CannotStart: closed(direction) ?? ToolFailure(status: status)
    default: ToolFailure(status: status)
    }
  }

  /// A device that an environment variable names.
  private struct Setting {
    var variable: String
    var device: String
  }

  /// The variable that selects the device, or `nil` if the library chooses the device.
  private static func setting(_ direction: Direction) -> Setting? {
    let output = "OPENCOREAUDIO_DEVICE"
    let variables = direction == .output ? [output] : ["OPENCOREAUDIO_INPUT", output]
    for variable in variables {
      if let device = getenv(variable).map({ String(cString: $0) }), !device.isEmpty {
        // A server handles both directions, but its devices handle only one.
        let isOther = direction == .input && variable == output
        let end = isOther ? device.firstIndex(of: "#") : nil
        return Setting(variable: variable, device: end.map { String(device[..<$0]) } ?? device)
      }
    }
    return nil
  }

  private static func wrongName(_ direction: Direction) -> ToolFailure? {
    guard let setting = setting(direction) else { return nil }
    let file = setting.variable == "OPENCOREAUDIO_INPUT" ? "file:FILE" : "offline:FILE"
    return ToolFailure(
      "\(setting.variable)=\(setting.device) is not a valid device name; "
        + "use pulse[:SERVER][#NAME], alsa[:PCM], null or \(file)")
  }

  private static func closed(_ direction: Direction) -> ToolFailure? {
    guard let setting = setting(direction) else { return nil }
    let reason: String? =
      if setting.device.hasPrefix("pulse") {
        server(setting.device, direction)
      } else if setting.device.hasPrefix("alsa") {
        "ALSA cannot open this PCM device"
      } else if setting.device.hasPrefix("offline:") {
        unwritable(String(setting.device.dropFirst("offline:".count)))
      } else if setting.device.hasPrefix("file:") {
        unreadable(String(setting.device.dropFirst("file:".count)))
      } else {
        nil
      }
    return reason.map { ToolFailure("\(setting.device): \($0)") }
  }

  /// The reason why a sound server's device cannot be opened; the server precedes `#` in the name.
  private static func server(_ device: String, _ direction: Direction) -> String {
    guard let end = device.firstIndex(of: "#") else { return "no sound server responds" }
    let names = SharedSession.session.deviceNames(isOutput: direction == .output).map(\.name)
    if names.contains(device) { return "the sound server cannot open this device" }
    guard names.contains(where: { $0.hasPrefix(device[...end]) }) else {
      return "no sound server responds, or the server has no device with this name"
    }
    return "the sound server has no device with this name; --devices lists the names"
  }

  private static func unwritable(_ path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    guard errno == ENOENT else { return ToolFailure.systemText(errno) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    return access(String(folder), W_OK) == 0 ? nil : ToolFailure.systemText(errno)
  }

  private static func unreadable(_ path: String) -> String? {
    do throws(ToolFailure) {
      _ = try LocalFile(path: path)
      return nil
    } catch {
      return error.reason
    }
  }
}
