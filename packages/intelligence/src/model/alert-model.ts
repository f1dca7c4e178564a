import vectors from '../../model/alert-vectors.json' with { type: 'json' }
import stored from '../../model/alerts.json' with { type: 'json' }
import outputs from '../../model/reference-outputs.json' with { type: 'json' }
import { type AlertReader, openAlertReader } from './alert-reader.ts'
import { checkAlertOutputs, checkFiles } from './reference-outputs.ts'

// Like the model of aspects: one that reads wrong must not start.
checkFiles(outputs, { 'alerts.json': stored, 'alert-vectors.json': vectors })

/** The trained model that reads alerts. */
export const alertReader: AlertReader = checkAlertOutputs(outputs, openAlertReader(stored))
