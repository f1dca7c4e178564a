import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/** The panel as a page: one document with its styles and its script in it. */
export const panelPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Contract panel</title>
<link rel="icon" href="data:,">
<style>
${read('panel.css')}</style>
</head>
<body>
<main id="panel" aria-live="polite"><p class="quiet">Connecting …</p></main>
<noscript>This page needs scripts to show every save. The same data is at /dev/state.json.</noscript>
<script>
${read('panel.js')}</script>
</body>
</html>
`

export const panelPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
