"""Every tool once, by family: a contract's parameters in, its JSON out. MCP and CLI offer these and add nothing."""
