"""C that is called from outside: `main`, and what the kernel's macros register."""

from __future__ import annotations

from callmap.model import Facts, Kind

_INIT = """
    module_init module_exit early_initcall pure_initcall core_initcall core_initcall_sync postcore_initcall
    postcore_initcall_sync arch_initcall arch_initcall_sync subsys_initcall subsys_initcall_sync fs_initcall
    fs_initcall_sync rootfs_initcall device_initcall device_initcall_sync late_initcall late_initcall_sync
    console_initcall security_initcall __initcall __exitcall
"""

# What registers code → as what.
ENTRIES = {name: f"kernel {name}" for name in _INIT.split()} | {
    "early_param": "kernel parameter",
    "__setup": "kernel parameter",
}


def entry(path: str, facts: Facts, symbol: int) -> str:
    definition = facts.symbols[symbol]
    program = definition.name == "main" and definition.kind == Kind.FUNCTION and "static" not in definition.flags
    return "main" if program and "declaration" not in definition.flags else ""
