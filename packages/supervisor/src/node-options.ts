/**
 * Options of Node.js for the processes of the service. V8 gives the young generation up to 128 MB on a machine with
 * much memory and does not return it; with 16 MB for each half of it, a process of the API needs about 100 MB less.
 */
export const nodeOptions: readonly string[] = ['--max-semi-space-size=16']
