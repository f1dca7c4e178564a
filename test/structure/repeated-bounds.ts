// Numbers that repeat a bound of the contract instead of importing it from `@generated/contract/bounds`.

import ts from 'typescript'
import { type ContractShapes, wordsOf } from './contract.ts'
import { nodeRule, type Rule } from './rules.ts'

/** A number that bounds a value, and the text that names the value. */
interface Bound {
  literal: ts.Expression | undefined
  subject: string
}

/**
 * Numbers that bound the length of an input field, and numbers that bound a value of the same name as a member of the
 * contract with that bound: `reason.slice(0, 300)`, `name.length > 120`, `const passwordLengthMin = 12`. Equal numbers
 * under another name are not found.
 */
export const repeatedBounds = ({ bounds }: ContractShapes): Rule =>
  nodeRule((node) => {
    if (ts.isJsxAttribute(node)) return isFieldLength(node) ? `${node.getText()}: a number` : undefined
    for (const { literal, subject } of boundsIn(node)) {
      if (literal === undefined || !ts.isNumericLiteral(literal)) continue
      const members = bounds.get(Number(literal.text))
      const word = wordsOf(subject).find((name) => members?.has(name))
      if (word !== undefined) return `${literal.getText()} repeats a bound of ${members?.get(word)}`
    }
    return undefined
  })

function isFieldLength({ name, initializer }: ts.JsxAttribute): boolean {
  const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined
  return /^(max|min)Length$/.test(name.getText()) && value !== undefined && ts.isNumericLiteral(value)
}

function boundsIn(node: ts.Node): Bound[] {
  if (ts.isVariableDeclaration(node)) {
    const subject = node.name.getText()
    return /(Max|Min|Length|Limit|Count|Seconds)$/.test(subject) ? [{ literal: node.initializer, subject }] : []
  }
  if (ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)) {
    return [
      { literal: node.right, subject: node.left.getText() },
      { literal: node.left, subject: node.right.getText() },
    ]
  }
  if (!ts.isCallExpression(node)) return []
  const { expression, arguments: given } = node
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'slice') {
    return [{ literal: given[1], subject: expression.expression.getText() }]
  }
  return /UpTo$/.test(expression.getText()) ? [{ literal: given[0], subject: expression.getText() }] : []
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
])
