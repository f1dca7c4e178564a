import { fileURLToPath } from 'node:url'

/** The folder of the repository, absolute, without a slash at its end. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
