import { eventCatalog } from '@generated/contract/event-catalog'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CodeBlock, CopyButton, PageHeader } from '../components/parts.tsx'
import { portalPages } from '../page-table.ts'

/** The event types that the service sends, from the contract. */
export function EventTypesPage() {
  return (
    <>
      <PageHeader
        {...portalPages['/event-types']}
        action={
          <Link className="button" to="/webhooks">
            All endpoints
          </Link>
        }
      />
      {eventCatalog.map((event) => (
        <EventType key={event.type} {...event} />
      ))}
    </>
  )
}

function EventType({ type, summary, description, fields, example }: (typeof eventCatalog)[number]) {
  const text = JSON.stringify(example, null, 2)
  return (
    <section className="panel" aria-labelledby={type}>
      <div className="row spread">
        <h2 id={type}>{type}</h2>
        <Link to="/webhooks" search={{ event_type: type }}>
          Endpoints that receive {type}
        </Link>
      </div>
      <p>
        <strong>{summary}.</strong> <Prose text={description} />
      </p>
      <dl className="fields" aria-label={`Fields of ${type}`}>
        {fields.map((field) => (
          <div key={field.name} className="field-facts">
            <dt className="field-name">
              <code>{field.name}</code> <Alternatives type={field.type} />
            </dt>
            <dd className="field-description">
              <Prose text={field.description} />
            </dd>
          </div>
        ))}
      </dl>
      <CodeBlock label={`Example of ${type}`} text={text} />
      <div className="row">
        <CopyButton text={text} label="Copy the example" />
      </div>
    </section>
  )
}

/** The values or types that a field permits. */
function Alternatives({ type }: { type: string }) {
  return (
    <span className="alternatives">
      {type.split(' | ').map((value) => (
        <code key={value}>{value}</code>
      ))}
    </span>
  )
}

/** A sentence of the contract, with what it has between backticks as code. */
function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant text never move
        <Fragment key={index}>{index % 2 === 1 ? <code>{part}</code> : part}</Fragment>
      ))}
    </>
  )
}
