import Glibc
import ToolSupport

var isJSON = false
var paths: [String] = []
var takesOptions = true
for argument in CommandLine.arguments.dropFirst() {
  switch argument {
  case "--" where takesOptions: takesOptions = false
  case "--json" where takesOptions: isJSON = true
  case "-h" where takesOptions, "--help" where takesOptions:
    Terminal.write(Help.text)
    exit(0)
  case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
    Terminal.complain("afinfo: \(argument): no such option\n" + Help.usage)
    exit(2)
  default: paths.append(argument)
  }
}
guard !paths.isEmpty else {
  Terminal.complain(Help.usage)
  exit(2)
}

var failureCount = 0
var reports: [JSON] = []
for path in paths {
  let failure: ToolFailure?
  do throws(ToolFailure) {
    let report = try FileReport(path: path)
    if isJSON { reports.append(report.json) } else { Terminal.write(report.text) }
    failure = report.cutOff
  } catch {
    failure = error
  }
  guard let failure else { continue }
  Terminal.complain("afinfo: \(path): \(failure.reason)\n")
  failureCount += 1
}
if isJSON { Terminal.write(JSON.array(reports).text() + "\n") }
exit(failureCount == 0 ? 0 : 1)
