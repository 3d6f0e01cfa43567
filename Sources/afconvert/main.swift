import Glibc
import ToolSupport

let options: ConversionOptions
do throws(ToolFailure) {
  options = try ConversionOptions(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
  Terminal.complain("afconvert: \(error.reason)\n" + Help.usage)
  exit(2)
}
switch options.request {
case .help:
  Terminal.write(Help.text)
  exit(0)
case .formats:
  Terminal.write(FormatList.text)
  exit(0)
case .conversion: break
}
do throws(ToolFailure) {
  if let folder = options.outputFolder { try OutputFile.createFolder(folder) }
} catch {
  Terminal.complain("afconvert: \(error.reason)\n")
  exit(1)
}
let batch = ConversionBatch(options)
Interrupts.handle { batch.interrupt() }
let failureCount = batch.run()
if batch.isInterrupted, let signal = Interrupts.signal { Interrupts.end(by: signal) }
exit(failureCount == 0 ? 0 : 1)
