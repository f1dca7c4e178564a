import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'

/** Files are compared this often; a watch of the kernel would lose them when they are replaced by a rename. */
const intervalMs = 2_000

type TlsFiles = NonNullable<Settings['tls']>

export function readTls({ certFile, keyFile }: TlsFiles) {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const
}

/**
 * Uses a renewed certificate for new connections, without a restart. While certificate and key do not fit, because only
 * one of the files was replaced yet, the server keeps the previous ones. Stops when the server closes.
 */
export function watchTls(server: Server, files: TlsFiles, logger: Pick<Logger, 'info' | 'error'>): void {
  const watched = [files.certFile, files.keyFile]
  const reload = () => {
    if (!(server instanceof HttpsServer)) return
    try {
      server.setSecureContext(readTls(files))
      logger.info({ file: files.certFile }, 'The TLS certificate was reloaded')
    } catch (error) {
      const advice =
        'The new TLS certificate cannot be used, and the previous one stays: check SVC_TLS_CERT and SVC_TLS_KEY'
      logger.error({ err: error }, advice)
    }
  }
  for (const file of watched) watchFile(file, { interval: intervalMs, persistent: false }, reload)
  server.once('close', () => {
    for (const file of watched) unwatchFile(file, reload)
  })
}
