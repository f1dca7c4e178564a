import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, pageHtml } from './build/page-html.ts'

/** Modules of this application that several pages use, apart from those that bring a library which few pages need. */
const sharedByPages =
  /\/(src|generated)\/(?!pages\/|admin\/|components\/(authenticator|chart|dialog-window|endpoint-form|long-table|period-toggle|qr-code))/

/** Hashed files for `/portal`, which the API serves (apps/api/src/portal/pages.ts). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), pageHtml(), compressed()],
  build: {
    target: 'es2022',
    // The Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A browser requests six files at a time: what several pages share is in two of them instead of in thirty.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
            { name: 'controls', test: /node_modules\/(react-aria|react-stately|@internationalized)/, minShareCount: 4 },
            { name: 'libraries', test: /node_modules/, minShareCount: 4 },
            { name: 'common', test: sharedByPages, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/portal/api': 'http://127.0.0.1:3000', '/docs': 'http://127.0.0.1:3000' } },
})
