import { eventCatalog } from '@generated/contract/event-catalog'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CodeBlock, CopyButton, Facts, PageHeader } from '../components/parts.tsx'

/** The event types that the service sends, from the contract. */
export function EventTypesPage() {
  return (
    <>
      <PageHeader
        title="Event types"
        action={
          <Link className="button" to="/webhooks">
            All endpoints
          </Link>
        }
      >
        What is sent to your endpoints, with the fields and an example of each payload.
      </PageHeader>
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
      <Facts
        facts={fields.map(({ name, type, description }) => [
          name,
          <Fragment key={name}>
            <code>{type}</code> <Prose text={description} />
          </Fragment>,
        ])}
      />
      <CodeBlock label={`Example of ${type}`} text={text} />
      <div className="row">
        <CopyButton text={text} label="Copy the example" />
      </div>
    </section>
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
