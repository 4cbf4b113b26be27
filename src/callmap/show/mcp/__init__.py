"""The only package that knows MCP: a root directory in, answers over MCP out. offers.py is the table of all tools."""
