"""The parts that CMake has put into prefix/ go to the same folders of the environment."""

import os
import sysconfig

from setuptools import setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    """For any Python 3 of a system with this C library: everything else that the parts need is in the wheel."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        version = os.confstr("CS_GNU_LIBC_VERSION").split()[1].replace(".", "_")
        machine = sysconfig.get_platform().rsplit("-", 1)[1]
        return "py3", "none", f"manylinux_{version}_{machine}"


def parts():
    for folder, _, names in os.walk("prefix"):
        if names:
            yield os.path.relpath(folder, "prefix"), [os.path.join(folder, name) for name in names]


setup(cmdclass={"bdist_wheel": Wheel}, data_files=list(parts()))
