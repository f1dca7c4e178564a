import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf, portal } from '../api.ts'
import { OperatorCommand } from '../components/operator-command.tsx'
import { Field, FinalButton } from '../components/parts.tsx'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const request = portal.useMutation('post', '/session/reset-link')
  return (
    <main className="sign-in">
      <h1>Forgot your password?</h1>
      {request.data ? (
        <div role="status">
          {request.data.data.delivery === 'email' ? (
            <p>
              If <strong>{email}</strong> belongs to a member, a link to choose another password is on its way. It is
              valid for 30 minutes.
            </p>
          ) : (
            <OperatorCommand email={email} />
          )}
        </div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            request.mutate({ body: { email } })
          }}
        >
          <p className="soft">You get a link to choose another one.</p>
          <Field label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} isRequired />
          {request.error && (
            <p className="problem" role="alert">
              {messageOf(request.error)}
            </p>
          )}
          <FinalButton className="button primary wide" type="submit" isWorking={request.isPending}>
            Send the link
          </FinalButton>
        </form>
      )}
      <p>
        <Link to="/sign-in">Back to the sign-in</Link>
      </p>
    </main>
  )
}
