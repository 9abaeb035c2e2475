## -*- Mode: python; py-indent-offset: 4; indent-tabs-mode: nil; coding: utf-8; -*-
# SPDX-License-Identifier: MIT OR Apache-2.0
# wscript of contrib/wireless-tcp for ns-3 3.35, the last release that builds with waf. README.md beside it says how to
# use it. The lists of files stay in sources.cmake.

import os
import re
import subprocess


def file_list(folder, name):
    with open(os.path.join(folder, 'sources.cmake')) as lists:
        text = re.sub(r'#.*', '', lists.read())
    return re.search(r'set\(%s\s([^)]*)\)' % name, text).group(1).split()


def build_archive(bld, workspace):
    """Runs cargo, which does nothing where nothing changed, and returns its output folder."""
    out = os.path.join(bld.bldnode.abspath(), 'cargo')
    env = dict(os.environ, WTCP_NS3_INCLUDE=bld.bldnode.abspath(), WTCP_NS3_CXX_STANDARD='c++17')
    subprocess.check_call(
        ['cargo', 'build', '--quiet', '--locked', '--release', '-p', 'wtcp-bridge',
         '--manifest-path', os.path.join(workspace, 'Cargo.toml'), '--target-dir', out], env=env)
    return out


def build(bld):
    here = os.path.realpath(bld.path.abspath())
    workspace = os.path.dirname(here)
    out = build_archive(bld, workspace)
    with open(os.path.join(workspace, 'Cargo.toml')) as cargo:
        version = re.search(r'^version = "([^"]*)"', cargo.read(), re.M).group(1)
    defines = ['WTCP_NS3_RELEASE="3.35"', 'WTCP_NS3_VERSION=30035', 'WTCP_MODULE_VERSION="%s"' % version]

    module = bld.create_ns3_module('wireless-tcp', [
        'core', 'network', 'internet', 'traffic-control', 'applications', 'mobility', 'propagation', 'wifi', 'csma',
        'point-to-point', 'flow-monitor'])
    module.source = file_list(here, 'wireless_tcp_sources')
    module.includes = [os.path.join(out, 'cxxbridge')]
    module.env.append_value('CXXFLAGS', ['-std=c++17'])
    module.env.append_value('DEFINES', defines)
    # Private to this library: nothing of Rust shows outside.
    module.env.append_value('STLIBPATH', [os.path.join(out, 'release')])
    module.env.append_value('STLIB', ['wtcp_bridge'])
    module.env.append_value('LINKFLAGS', ['-Wl,--exclude-libs,libwtcp_bridge.a', '-Wl,--gc-sections'])

    test = bld.create_ns3_module_test_library('wireless-tcp')
    test.source = file_list(here, 'wireless_tcp_test_sources')
    test.env.append_value('CXXFLAGS', ['-std=c++17'])
    test.env.append_value('DEFINES', defines)

    headers = bld(features='ns3header')
    headers.module = 'wireless-tcp'
    headers.source = file_list(here, 'wireless_tcp_headers')
