/** What the first word after a fence says, and how readers call it. Other words are shown as they are. */
const names: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  json: 'JSON',
  http: 'HTTP',
  text: 'Output',
}

export function languageName(language: string): string {
  return names[language] ?? language
}

const string = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`
const words = {
  script:
    'async|await|break|case|catch|class|const|continue|else|export|for|from|function|if|import|in|instanceof|let|new|of|return|throw|try|type|while|null|undefined|true|false',
  python:
    'and|as|bytes|class|def|else|except|False|for|from|if|import|in|is|None|not|or|pass|raise|return|True|try|while|with',
  shell: 'case|do|done|echo|else|esac|exit|export|fi|for|if|in|set|then|while',
}

/** Per language: comments, strings and keywords; enough for readers, without a parser to maintain. */
const patterns: Readonly<Record<string, RegExp>> = {
  ts: pattern(String.raw`//[^\n]*|/\*[\s\S]*?\*/`, `${string}|${'`(?:\\\\.|[^`\\\\])*`'}`, words.script),
  js: pattern(String.raw`//[^\n]*|/\*[\s\S]*?\*/`, `${string}|${'`(?:\\\\.|[^`\\\\])*`'}`, words.script),
  py: pattern(String.raw`#[^\n]*`, `"""[\\s\\S]*?"""|${string}`, words.python),
  sh: pattern(String.raw`(?<=^|\s)#[^\n]*`, string, words.shell),
  json: pattern('(?!)', string, 'true|false|null'),
}

function pattern(comment: string, text: string, keywords: string): RegExp {
  return new RegExp(`(?<comment>${comment})|(?<string>${text})|(?<keyword>\\b(?:${keywords})\\b)`, 'gm')
}

/** Code as HTML, escaped, with comments, strings and keywords marked where the language is known. */
export function highlight(code: string, language: string): string {
  const tokens = patterns[language]
  if (!tokens) return escapeHtml(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(tokens)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['']
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
