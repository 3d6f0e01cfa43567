import Glibc
import ToolSupport

let options: PlayOptions
do throws(ToolFailure) {
  options = try PlayOptions(CommandLine.arguments.dropFirst())
} catch {
  Terminal.complain("afplay: \(error.reason)\n" + PlayOptions.usage)
  exit(2)
}
guard !options.wantsHelp else {
  Terminal.write(PlayOptions.help)
  exit(0)
}
guard !options.listsDevices else {
  let text = DeviceList.text(isOutput: true)
  if text.isEmpty { Terminal.complain("afplay: no device is known\n") }
  Terminal.write(text)
  exit(text.isEmpty ? 1 : 0)
}

let session = Session(options)
Interrupts.handle {
  session.interrupt()
} suspended: {
  Keys.suspend()
} continued: {
  Keys.resume()
}
let status = session.play()
Keys.restoreTerminal()
if let signal = Interrupts.signal { Interrupts.end(by: signal) }
exit(status)
