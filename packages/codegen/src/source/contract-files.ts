/** The files that a contract consists of. Paths are relative to `folder`, and so are the places of findings. */
export interface ContractFiles {
  folder: string
  /** The root document of the contract. */
  spec: string
  /** Documents beside the contract: linted, bundled and documented, but without types and client. */
  companions: readonly string[]
  /** Documents of APIs that are not published: linted, bundled, and with types for server and client, without pages. */
  internal?: readonly string[]
  /** The Redocly configuration with the lint rules. */
  rules: string
  /** The folder of the guides that are published beside the reference pages; a contract may have none. */
  guides?: string
  /** The resources and prompts of the MCP server; a contract may have none. Its tools are marked in `spec`. */
  mcp?: string
  /** The public changelog, published among the guides. */
  changelog?: string
}
