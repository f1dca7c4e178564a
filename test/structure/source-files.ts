// The TypeScript files of the repository, parsed once, and where their imports lead.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** Relative to the root, with slashes. */
  path: string
  /** `packages/db`, `apps/api`, or the top-level folder. */
  workspace: string
  lines: number
  isTest: boolean
  isGenerated: boolean
  tree: ts.SourceFile
}

/** A line of a file; lines count from 1. */
export interface Place {
  path: string
  line: number
}

/** Every TypeScript file that git tracks or would track, without fixtures. */
export function readSourceFiles(): SourceFile[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(tsx?|mts|js|mjs)$/.test(path) && !path.includes('/fixtures/') && existsSync(join(root, path)))
    .map((path) => parse(path, readFileSync(join(root, path), 'utf8')))
}

/** The file with this path and text. */
export function parse(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return {
    path,
    workspace: workspaceOf(path),
    lines: tree.getLineStarts().length - (text.endsWith('\n') ? 1 : 0),
    isTest: isTestPath(path),
    isGenerated: path.startsWith('generated/'),
    tree,
  }
}

export function isTestPath(path: string): boolean {
  return /(^|\/)test\//.test(path) || path.endsWith('.test.ts')
}

function workspaceOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return ['packages', 'apps', 'generated'].includes(top) ? `${top}/${second}` : top
}

export function lineOf(file: SourceFile, node: ts.Node): number {
  return file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1
}

const nodesOfTrees = new WeakMap<ts.SourceFile, readonly ts.Node[]>()

/** Every node below the root of the tree, parents first. Many rules ask for those of a file: they are listed once. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
  if (!ts.isSourceFile(node)) return listNodes(node)
  const nodes = nodesOfTrees.get(node) ?? listNodes(node)
  nodesOfTrees.set(node, nodes)
  return nodes
}

function listNodes(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    node.forEachChild(visit)
  }
  root.forEachChild(visit)
  return nodes
}

/** Returns the file that an import of `specifier` in `path` loads, or undefined when it is not ours. */
export function createResolver(): (specifier: string, path: string) => string | undefined {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    allowJs: true,
  }
  const cache = ts.createModuleResolutionCache(root, (name) => name, options)
  return (specifier, path) => {
    if (/^(node:|[a-z])/.test(specifier)) return undefined
    const resolved = ts.resolveModuleName(
      specifier,
      join(root, path),
      options,
      ts.sys,
      cache,
      undefined,
      ts.ModuleKind.ESNext,
    ).resolvedModule
    if (!resolved) return undefined
    const target = relative(root, realpathSync(resolved.resolvedFileName))
    return target.startsWith('..') || target.includes('node_modules') ? undefined : target
  }
}

/** The public modules of all workspaces: what `exports`, `main` and `bin` of their package.json list by name. */
export function entryFiles(files: readonly SourceFile[]): Set<string> {
  const folders = new Set(files.flatMap((file) => dirnamesOf(file.path)))
  const manifests = [...folders]
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(join(root, path)))
  return new Set(manifests.flatMap((path) => listedFiles(path)))
}

function dirnamesOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? ['.'] : [folder, ...dirnamesOf(folder)]
}

function listedFiles(manifest: string): string[] {
  const { main, bin, exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8'))
  return stringsIn([main, bin, exports])
    .filter((target) => !target.includes('*'))
    .map((target) => join(dirname(manifest), target))
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
