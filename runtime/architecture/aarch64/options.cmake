# Context switches need no options of their own.
set(SARTOR_OPTIONS_OF_CONTEXT)
