// `npm run role -- api /srv/api`: installs one role into an empty folder.

import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { runProgram } from '@svc/command-line/program'
import { nodeOptionsOf } from '@svc/supervisor/node-options'
import { installRole, roleNames, roles } from './role.ts'

const install = defineCommand({
  name: 'role',
  summary: 'Install what one role needs, and nothing else, into an empty folder',
  arguments: [
    { name: 'ROLE', choices: roleNames, description: 'What will run there' },
    { name: 'FOLDER', description: 'Created if it does not exist' },
  ],
  options: {
    'own-postgres': { flag: true, description: 'With the PostgreSQL that runs when there is no DATABASE_URL' },
  },
  json: false,
  async run({ arguments: [role, path], options }) {
    const folder = resolve(path)
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new CommandError(`${folder} is not empty.`)
    const installed = await installRole(role, folder, { ownPostgres: options['own-postgres'] })
    if (!installed) throw new CommandError('npm install failed; its message is above.')
    const source = `${roles[role]}/src/main.ts`
    return { text: `Start it with: node_modules/.bin/node ${nodeOptionsOf(source).join(' ')} ${source}` }
  },
})

const program = { name: 'npm run role --', summary: 'Install one role.', commands: install }
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
