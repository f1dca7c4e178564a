/** The displayed names of languages, by the first word after a fence. Other words are shown unchanged. */
const names: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  go: 'Go',
  java: 'Java',
  php: 'PHP',
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
  go: 'break|case|chan|const|defer|else|for|func|go|if|import|nil|package|range|return|struct|switch|type|var',
  java: 'catch|class|else|final|for|if|import|new|null|package|private|public|return|static|throw|throws|try|var|void|while',
  php: 'as|catch|class|echo|else|false|for|foreach|function|if|new|null|return|throw|true|try|use|while',
  shell: 'case|do|done|echo|else|esac|exit|export|fi|for|if|in|set|then|while',
}

/** The patterns of comments, strings and keywords per language. They are sufficient for readers and need no parser. */
const patterns: Readonly<Record<string, RegExp>> = {
  ts: pattern(String.raw`//[^\n]*|/\*[\s\S]*?\*/`, `${string}|${'`(?:\\\\.|[^`\\\\])*`'}`, words.script),
  js: pattern(String.raw`//[^\n]*|/\*[\s\S]*?\*/`, `${string}|${'`(?:\\\\.|[^`\\\\])*`'}`, words.script),
  py: pattern(String.raw`#[^\n]*`, `"""[\\s\\S]*?"""|${string}`, words.python),
  go: pattern(String.raw`//[^\n]*`, `${string}|${'`[^`]*`'}`, words.go),
  java: pattern(String.raw`//[^\n]*`, `"""[\\s\\S]*?"""|${string}`, words.java),
  php: pattern(String.raw`//[^\n]*`, string, words.php),
  sh: pattern(String.raw`(?<=^|\s)#[^\n]*`, string, words.shell),
  json: pattern('(?!)', string, 'true|false|null'),
}

function pattern(comment: string, text: string, keywords: string): RegExp {
  return new RegExp(`(?<comment>${comment})|(?<string>${text})|(?<keyword>\\b(?:${keywords})\\b)`, 'gm')
}

/** Returns code as escaped HTML. If the language is known, comments, strings and keywords are marked. */
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

/** Lets a browser break a long name of escaped text after an underscore and before a capital letter. */
export function breakableName(html: string): string {
  return html.replaceAll(/(?<=\w_)(?=\w)|(?<=\p{Ll})(?=\p{Lu})/gu, '<wbr>')
}

export function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
