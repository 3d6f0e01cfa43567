import Foundation
import Glibc
package import ToolSupport

extension CommandLineTool {
  /// The tool that records.
  package static let record = CommandLineTool(name: "afrecord", manual: { RecordOption.manual }) {
    arguments in
    let options: RecordingOptions
    do throws(ToolFailure) {
      options = try RecordingOptions(arguments: arguments)
      if !options.isHelp, !options.listsDevices { try choose(options.device) }
    } catch {
      Terminal.complain(RecordOption.manual.complaint(error))
      return 2
    }
    if options.isHelp {
      Terminal.write(RecordOption.manual.help)
      return 0
    }
    return options.listsDevices
      ? DeviceList.write(for: "afrecord", isOutput: false) : record(options)
  }

  /// Selects the device for all recordings of the process.
  private static func choose(_ device: String?) throws(ToolFailure) {
    guard let device else { return }
    setenv("OPENCOREAUDIO_INPUT", device, 1)
    guard Recording.hasDevice else { throw ToolFailure("--device \(device): no such device") }
  }

  /// Records until the recording or a signal ends the process.
  private static func record(_ options: RecordingOptions) -> Int32 {
    // A signal stops the recording, even before it has started.
    let started = StartedRecording()
    Interrupts.handle { started.stop() }
    do throws(ToolFailure) {
      try started.start(options)
    } catch {
      Terminal.complain("afrecord: \(options.path): \(error.reason)\n")
      return 1
    }
    // Not `dispatchMain`, which delivers signals to the main thread.
    RunLoop.main.run()
    return 0
  }
}
