import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Hashed files for `/portal`, which the API serves (apps/api/src/portal/pages.ts). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react()],
  build: {
    target: 'es2022',
    // The Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/portal/api': 'http://127.0.0.1:3000', '/docs': 'http://127.0.0.1:3000' } },
})
