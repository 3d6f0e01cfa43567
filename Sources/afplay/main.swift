import Glibc
import ToolSupport

let usage = "usage: afplay FILE-or-URL...\n"
var names: [String] = []
var takesOptions = true
for argument in CommandLine.arguments.dropFirst() {
  switch argument {
  case "--" where takesOptions: takesOptions = false
  case "-h" where takesOptions, "--help" where takesOptions:
    Terminal.write(
      usage + """

        Plays each FILE or http URL to its end. On a terminal a line shows the time, the level and how much of
        a URL has come.

          -h, --help  writes this text
          --          ends the options

        Exit status: 0; 1 where something could not be played to its end; 2 for a wrong option; 130 after Ctrl-C.

        """)
    exit(0)
  case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
    Terminal.complain("afplay: \(argument): no such option\n" + usage)
    exit(2)
  default: names.append(argument)
  }
}
guard !names.isEmpty else {
  Terminal.complain(usage)
  exit(2)
}

let session = Session()
Interrupts.handle { session.interrupt() }
var failureCount = 0
for name in names where !session.isInterrupted {
  do throws(ToolFailure) {
    try session.play(name)
  } catch {
    guard !session.isInterrupted else { continue }
    Terminal.complain("afplay: \(name): \(error.reason)\n")
    failureCount += 1
  }
}
exit(session.isInterrupted ? 130 : failureCount == 0 ? 0 : 1)
