/** Shows how a person gets a link where the service sends no email. */
export function OperatorCommand({ email }: { email: string }) {
  return (
    <>
      <p>This service sends no email. Its operator can print the link with this command:</p>
      <p>
        <code className="command">svc user reset {email} --link</code>
      </p>
    </>
  )
}
