import { eventCatalog } from '@generated/contract/event-catalog'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CodeBlock, CopyButton, PageHeader, Table } from '../components/parts.tsx'

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
      <Table<Field>
        label={`Fields of ${type}`}
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Field', cell: ({ name }) => <code>{name}</code> },
          { name: 'Type', cell: ({ type }) => <Alternatives type={type} /> },
          {
            name: 'Description',
            cell: ({ description }) => (
              <span className="wrap">
                <Prose text={description} />
              </span>
            ),
          },
        ]}
      />
      <CodeBlock label={`Example of ${type}`} text={text} />
      <div className="row">
        <CopyButton text={text} label="Copy the example" />
      </div>
    </section>
  )
}

/** A type, with each value that it permits on a line of its own. */
function Alternatives({ type }: { type: string }) {
  return type.split(' | ').map((value) => (
    <code key={value} className="block">
      {value}
    </code>
  ))
}

interface Field {
  name: string
  type: string
  description: string
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
