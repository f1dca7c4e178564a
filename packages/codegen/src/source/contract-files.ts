/** The files of a contract. Paths, and the positions of findings, are relative to `folder`. */
export interface ContractFiles {
  folder: string
  /** The root document of the contract. */
  spec: string
  /** Companion documents of the contract: they are linted, bundled and documented, but have no types and client. */
  companions: readonly string[]
  /** Documents of APIs that are not published: linted, bundled, and with types for server and client, without pages. */
  internal?: readonly string[]
  /** Documents of third-party APIs that the service calls: valid OpenAPI, bundled, and with types for clients only. */
  upstream?: readonly string[]
  /** The Redocly configuration with the lint rules. */
  rules: string
  /** The folder of the guides that are published with the reference pages, if there are any. */
  guides?: string
  /** The file with the resources and prompts of the MCP server, if there is one. Its tools are marked in `spec`. */
  mcp?: string
  /** Whether a Python client imports the generated module of its resources. */
  pythonClient?: boolean
  /**
   * The schema of the error codes, in a YAML file of schemas, and the documents with a table of them, which is
   * generated from its description.
   */
  errorTables?: { file: string; schema: string; documents: readonly string[] }
  /** The public changelog, published among the guides. */
  changelog?: string
}
