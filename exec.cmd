@rem npm scripts begin with exec, so that signals reach the program itself and not a shell around it. cmd.exe has no exec and finds this.
@%*
