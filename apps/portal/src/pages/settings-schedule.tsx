import type { components } from '@generated/contract/client-types'
import { analysisFrequencies, weekdays } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Choice } from '../components/choice.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Time } from '../components/parts.tsx'
import { displayName, formatInstantIn } from '../format.ts'
import { oneOf } from '../search.ts'
import { useMay, useSession } from '../session.ts'

type Schedule = components['schemas']['AnalysisSchedule']

const frequencyNames = { none: 'Never', weekly: 'Every week', monthly: 'Every month' } as const

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const)

export function AnalysisSchedule() {
  const params = { path: { id: useSession().account.business_id } }
  const may = useMay()
  const schedule = api.useQuery('get', '/businesses/{id}/analysis-schedule', { params })
  return (
    <section className="panel short" aria-labelledby="schedule">
      <h2 id="schedule">Analysis schedule</h2>
      <Loaded query={schedule}>
        {({ data }) => (
          <>
            <NextRun {...data} />
            {may.write && <ScheduleForm schedule={data} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The next run in the time zone of the business, and in that of the reader where it is another one. */
function NextRun({ next_run_at, last_run_at, last_analysis_id, timezone }: Schedule) {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (next_run_at === null) return <p>The business is analyzed only when someone starts an analysis.</p>
  return (
    <>
      <p>
        Next run: <strong>{formatInstantIn(next_run_at, timezone)}</strong> in {timezone}, <Time at={next_run_at} />
        {own !== timezone && <> ({formatInstantIn(next_run_at, own)} where you are)</>}.
      </p>
      {last_run_at !== null && (
        <p className="soft">
          Last run <Time at={last_run_at} />:{' '}
          {last_analysis_id === null ? (
            'skipped, because the quota was used up'
          ) : (
            <Link to="/analyses/$id" params={{ id: last_analysis_id }}>
              its analysis
            </Link>
          )}
        </p>
      )}
    </>
  )
}

function ScheduleForm({ schedule }: { schedule: Schedule }) {
  const { business_id, timezone } = schedule
  const [frequency, setFrequency] = useState(schedule.frequency)
  const [weekday, setWeekday] = useState(schedule.weekday)
  const [hour, setHour] = useState(schedule.hour)
  const queryClient = useQueryClient()
  const set = api.useMutation('put', '/businesses/{id}/analysis-schedule', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get', '/businesses/{id}/analysis-schedule'] }),
  })
  const params = { path: { id: business_id } }
  const attempt = useAttempt(() => set.mutateAsync({ params, body: { frequency, weekday, hour } }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        attempt.run()
      }}
    >
      <div className="filters">
        <Choice
          label="How often"
          value={frequency}
          options={analysisFrequencies.map((value) => [value, frequencyNames[value]] as const)}
          isRequired
          onChange={(value) => setFrequency(oneOf(analysisFrequencies, value) ?? 'none')}
        />
        {frequency !== 'none' && (
          <>
            <Choice
              label={frequency === 'monthly' ? 'On the first' : 'On'}
              value={weekday}
              options={weekdays.map((value) => [value, displayName(value)] as const)}
              isRequired
              onChange={(value) => setWeekday(oneOf(weekdays, value) ?? 'monday')}
            />
            <Choice
              label="At"
              value={String(hour)}
              options={hours}
              isRequired
              onChange={(value) => setHour(Number(value))}
            />
            <span className="soft">{timezone}</span>
          </>
        )}
        <Button className="button primary" type="submit" isPending={attempt.isRunning}>
          Save the schedule
        </Button>
      </div>
      <AttemptFeedback attempt={attempt} />
    </form>
  )
}
