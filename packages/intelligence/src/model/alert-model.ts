import vectors from '../../model/alert-vectors.json' with { type: 'json' }
import stored from '../../model/alerts.json' with { type: 'json' }
import answers from '../../model/known-answers.json' with { type: 'json' }
import { type AlertReader, openAlertReader } from './alert-reader.ts'
import { checkAlertAnswers, checkFiles } from './known-answers.ts'

// Like the model of aspects: one that reads wrong must not start.
checkFiles(answers, { 'alerts.json': stored, 'alert-vectors.json': vectors })

/** The trained model that reads alerts. */
export const alertReader: AlertReader = checkAlertAnswers(answers, openAlertReader(stored))
