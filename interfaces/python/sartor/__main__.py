"""python -m sartor is the command sartor."""

import os
import sys

from sartor import command

os.execv(command(), [command(), *sys.argv[1:]])
