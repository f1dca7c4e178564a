import vectors from '../../model/alert-vectors.json' with { type: 'json' }
import outputs from '../../model/reference-outputs.json' with { type: 'json' }
import stored from '../../model/requests.json' with { type: 'json' }
import { checkFiles, checkRequestOutputs } from './reference-outputs.ts'
import { openRequestReader, type RequestReader } from './request-reader.ts'

// Like the model of aspects: one that reads wrong must not start.
checkFiles(outputs, { 'requests.json': stored, 'alert-vectors.json': vectors })

/** The trained model that reads requests. */
export const requestReader: RequestReader = checkRequestOutputs(outputs, openRequestReader(stored))
