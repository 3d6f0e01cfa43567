import Foundation
import Glibc
import ToolSupport

let options: RecordingOptions
do throws(ToolFailure) {
  options = try RecordingOptions(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
  Terminal.complain("afrecord: \(error.reason)\n" + Help.usage)
  exit(2)
}
if options.isHelp {
  Terminal.write(Help.text)
  exit(0)
}
if options.listsDevices {
  let text = DeviceList.text(isOutput: false)
  if text.isEmpty { Terminal.complain("afrecord: no device is known\n") }
  Terminal.write(text)
  exit(text.isEmpty ? 1 : 0)
}
if let device = options.device {
  setenv("OPENCOREAUDIO_INPUT", device, 1)
  guard Recording.hasDevice else {
    Terminal.complain("afrecord: --device \(device): no such device\n" + Help.usage)
    exit(2)
  }
}

/// What a signal stops, once there is something.
let started = StartedRecording()
Interrupts.handle { started.stop() }
do throws(ToolFailure) {
  try started.start(options)
} catch {
  Terminal.complain("afrecord: \(options.path): \(error.reason)\n")
  exit(1)
}
// Not `dispatchMain`, which lets signals through to the main thread.
RunLoop.main.run()
