"""Draw flow charts of compiled functions, as SVG and as Mermaid.

`flow` builds the chart, `tree` places its nodes, and `svg` and `mermaid` write it.
`picture` defines the types that they exchange.
"""
